import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import { expect, it } from 'vitest'
import { loggedCallOf, newLoggedCall, problemOf, valuesOfCall } from './logged-call-form.ts'

const ZONE = 'Europe/Stockholm'
const now = new Date('2026-11-16T12:00:00Z')

it('begins now, on the clock of the account', () => {
  expect(newLoggedCall('+46', now, ZONE)).toMatchObject({
    startedAt: '2026-11-16T13:00',
    direction: 'out',
    phone: '+46',
  })
})

it('sends minutes as seconds of talk, of an answered call only', () => {
  const values = { ...newLoggedCall(' +46 8 1 ', now, ZONE), minutes: '2,5', site: 'fern' }
  expect(loggedCallOf(values, 7, { now, zone: ZONE })).toEqual({
    ...{ direction: 'out', phone: '+46 8 1', customerId: 7, startedAt: '2026-11-16T12:00:00.000Z' },
    ...{ duration: 150, result: 'answered', site: 'fern', note: '' },
  })
  expect(loggedCallOf({ ...values, result: 'busy' }, undefined, { now, zone: ZONE })).not.toHaveProperty('duration')
  expect(loggedCallOf({ ...values, minutes: 'long' }, undefined, { now, zone: ZONE })).not.toHaveProperty('duration')
})

it('takes a call of this minute for a call of now: it comes after a call that was just missed', () => {
  const later = new Date('2026-11-16T12:00:42Z')
  const values = newLoggedCall('+46', later, ZONE)
  expect(loggedCallOf(values, undefined, { now: later, zone: ZONE }).startedAt).toBe('2026-11-16T12:00:42.000Z')
  const next = { now: new Date('2026-11-16T12:01:00Z'), zone: ZONE }
  expect(loggedCallOf(values, undefined, next).startedAt).toBe('2026-11-16T12:00:00.000Z')
})

it('shows a stored call as it was typed', () => {
  const call: CallSummary = {
    id: 1,
    direction: 'in',
    phone: '+1',
    state: 'ended',
    result: 'answered',
    missed: false,
    duration: 90,
    startedAt: '2026-11-16T12:00:00.000Z',
    note: 'Hi',
    recording: false,
    transcript: false,
    editable: true,
    shop: { code: 'fern', name: 'Fern' },
    legs: [],
  }
  expect(valuesOfCall(call, ZONE)).toMatchObject({ minutes: '1.5', site: 'fern', direction: 'in' })
})

it('says what is missing or cannot be', () => {
  const values = newLoggedCall('+46 8 1', now, ZONE)
  expect(problemOf(values, now, ZONE)).toBeUndefined()
  expect(problemOf({ ...values, phone: 'Nadia' }, now, ZONE)).toBe('phone')
  expect(problemOf({ ...values, startedAt: '' }, now, ZONE)).toBe('startedAt')
  expect(problemOf({ ...values, startedAt: '2026-11-16T14:00' }, now, ZONE)).toBe('future')
})

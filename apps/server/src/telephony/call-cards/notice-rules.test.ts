import { expect, it } from 'vitest'
import type { Call } from '../calls/rules.ts'
import { ringingNotice } from './notice-rules.ts'

const [ADA, BRUNO] = [1, 2]
const at = '2026-11-15T10:00:00.000Z'
const ringing = (...users: number[]): Call =>
  ({
    direction: 'in',
    state: 'ringing',
    missed: false,
    phone: '+46 8 500 550 01',
    legs: users.map((userId) => ({ userId, from: at })),
  }) as unknown as Call
const card = { customers: [] }

it('notifies those at whom an incoming call begins to ring, each once', () => {
  const first = { call: ringing(ADA), showTo: [ADA] }
  expect(ringingNotice(undefined, first, card, false)).toEqual({
    users: [ADA],
    content: { kind: 'call', phone: '+46 8 500 550 01' },
    silent: false,
    stopped: null,
  })
  const more = { call: ringing(ADA, BRUNO), showTo: [ADA, BRUNO] }
  expect(ringingNotice(ringing(ADA), more, card, false)).toMatchObject({ users: [BRUNO], stopped: null })
})

it('names the customer, and stays silent for a late event', () => {
  const known = { customers: [{ name: 'Nadia Petrova' }] as never }
  expect(ringingNotice(undefined, { call: ringing(ADA), showTo: [ADA] }, known, true)).toMatchObject({
    content: { customerName: 'Nadia Petrova' },
    silent: true,
  })
})

it('notifies nobody of an outgoing call, nor of one that is answered already', () => {
  const out: Call = { ...ringing(ADA), direction: 'out' }
  const talking: Call = { ...ringing(ADA), state: 'talking' }
  for (const call of [out, talking])
    expect(ringingNotice(undefined, { call, showTo: [ADA] }, card, false).users).toEqual([])
})

it('tells a missed call from one that was answered or ended otherwise', () => {
  const after = (call: Call) => ringingNotice(ringing(ADA), { call, showTo: [] }, card, false).stopped
  expect(after({ ...ringing(), state: 'ended', missed: true })).toBe('missed')
  expect(after({ ...ringing(), state: 'ended', missed: false })).toBe('done')
  expect(after({ ...ringing(), state: 'talking' })).toBe('done')
  expect(after(ringing(ADA))).toBeNull()
  const talked: Call = { ...ringing(ADA), state: 'talking' }
  expect(ringingNotice(talked, { call: { ...talked, state: 'ended' }, showTo: [] }, card, false).stopped).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { decideState, isReopenedBy, isSnoozeOver } from './rules.ts'

const NOW = new Date('2026-11-17T10:00:00Z')
const at = (text: string) => new Date(text)
const OPEN = { state: 'open', snoozedUntil: null } as const
const CLOSED = { state: 'closed', snoozedUntil: null } as const
const snoozed = (until: string) => ({ state: 'snoozed', snoozedUntil: at(until) }) as const

describe('decideState', () => {
  it('closes and reopens; the same again changes nothing', () => {
    expect(decideState(OPEN, { state: 'closed' }, NOW)).toMatchObject({ ok: true, changed: true, state: 'closed' })
    expect(decideState(CLOSED, { state: 'closed' }, NOW)).toMatchObject({ ok: true, changed: false })
    expect(decideState(CLOSED, { state: 'open' }, NOW)).toMatchObject({ ok: true, changed: true, state: 'open' })
    expect(decideState(OPEN, { state: 'open' }, NOW)).toMatchObject({ ok: true, changed: false })
  })

  it('ends a snooze with any other state', () => {
    const chat = snoozed('2026-11-18T09:00:00Z')
    for (const state of ['open', 'closed'] as const)
      expect(decideState(chat, { state }, NOW)).toEqual({ ok: true, changed: true, state, snoozedUntil: null })
  })

  it('snoozes until a time in the future, and again until another', () => {
    const until = at('2026-11-18T09:00:00Z')
    const expected = { ok: true, changed: true, state: 'snoozed', snoozedUntil: until }
    expect(decideState(OPEN, { state: 'snoozed', until }, NOW)).toEqual(expected)
    expect(decideState(CLOSED, { state: 'snoozed', until }, NOW)).toEqual(expected)
    expect(decideState(snoozed('2026-11-18T08:59:59Z'), { state: 'snoozed', until }, NOW)).toEqual(expected)
    expect(decideState(snoozed('2026-11-18T09:00:00Z'), { state: 'snoozed', until }, NOW)).toMatchObject({
      changed: false,
    })
  })

  it('refuses a snooze without a time, into the past, until now, or for more than a year', () => {
    const reason = (until?: Date) => decideState(OPEN, { state: 'snoozed', until }, NOW)
    expect(reason()).toEqual({ ok: false, reason: 'is missing' })
    expect(reason(at('2026-11-17T09:59:59Z'))).toEqual({ ok: false, reason: 'is in the past' })
    expect(reason(NOW)).toEqual({ ok: false, reason: 'is in the past' })
    expect(reason(at('2027-11-18T10:00:00Z'))).toMatchObject({ ok: true })
    expect(reason(at('2027-11-18T10:00:01Z'))).toEqual({ ok: false, reason: 'is more than a year away' })
  })
})

describe('isReopenedBy', () => {
  it('a message of the customer reopens what is closed or snoozed', () => {
    for (const chat of [CLOSED, snoozed('2026-11-18T09:00:00Z')])
      expect(isReopenedBy(chat, { isNews: true })).toBe(true)
    expect(isReopenedBy(OPEN, { isNews: true })).toBe(false)
  })

  it('neither our own messages nor imported history do', () => {
    for (const chat of [OPEN, CLOSED, snoozed('2026-11-18T09:00:00Z')])
      expect(isReopenedBy(chat, { isNews: false })).toBe(false)
  })
})

describe('isSnoozeOver', () => {
  it('at the time, not before it', () => {
    expect(isSnoozeOver(snoozed('2026-11-17T10:00:00Z'), NOW)).toBe(true)
    expect(isSnoozeOver(snoozed('2026-11-17T10:00:00.001Z'), NOW)).toBe(false)
  })

  it('never of a conversation that is open or closed by now', () => {
    expect(isSnoozeOver(OPEN, NOW)).toBe(false)
    expect(isSnoozeOver(CLOSED, NOW)).toBe(false)
  })
})

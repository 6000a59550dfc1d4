import { describe, expect, it } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const NIGHT = { from: '22:00', until: '07:00' }
const inBerlin = (at: string, hours = NIGHT) => isQuiet(new Date(at), 'Europe/Berlin', hours)

describe('isQuiet', () => {
  it('is never quiet without quiet hours, or with none between their ends', () => {
    expect(isQuiet(new Date('2026-01-01T02:00:00Z'), 'UTC', undefined)).toBe(false)
    expect(inBerlin('2026-01-01T11:00:00Z', { from: '12:00', until: '12:00' })).toBe(false)
  })

  it.for([
    ['2026-01-15T20:59:59Z', false],
    ['2026-01-15T21:00:00Z', true],
    ['2026-01-15T23:30:00Z', true],
    ['2026-01-16T05:59:59Z', true],
    ['2026-01-16T06:00:00Z', false],
    ['2026-01-16T11:00:00Z', false],
  ] as const)('spans midnight in winter: %s', ([at, quiet]) => {
    expect(inBerlin(at)).toBe(quiet)
  })

  it('follows the clock in summer, an hour earlier in UTC', () => {
    expect(inBerlin('2026-07-15T20:00:00Z')).toBe(true)
    expect(inBerlin('2026-07-15T19:59:00Z')).toBe(false)
    expect(inBerlin('2026-07-16T05:00:00Z')).toBe(false)
  })

  it('within one day', () => {
    const lunch = { from: '12:00', until: '13:30' }
    expect(inBerlin('2026-01-15T11:00:00Z', lunch)).toBe(true)
    expect(inBerlin('2026-01-15T12:29:00Z', lunch)).toBe(true)
    expect(inBerlin('2026-01-15T12:30:00Z', lunch)).toBe(false)
  })

  it('when the clock goes back, the repeated hour is quiet twice', () => {
    const early = { from: '02:00', until: '03:00' }
    // 02:30 in summer time, then 02:30 in winter time.
    expect(inBerlin('2026-10-25T00:30:00Z', early)).toBe(true)
    expect(inBerlin('2026-10-25T01:30:00Z', early)).toBe(true)
    expect(inBerlin('2026-10-25T02:00:00Z', early)).toBe(false)
  })

  it('when the clock goes forward, the skipped hour never comes, and quiet hours end by the clock', () => {
    const early = { from: '02:00', until: '03:00' }
    // 01:59 is followed by 03:00.
    expect(inBerlin('2026-03-29T00:59:00Z', early)).toBe(false)
    expect(inBerlin('2026-03-29T01:00:00Z', early)).toBe(false)
    expect(inBerlin('2026-03-29T04:59:00Z')).toBe(true)
    expect(inBerlin('2026-03-29T05:00:00Z')).toBe(false)
  })
})

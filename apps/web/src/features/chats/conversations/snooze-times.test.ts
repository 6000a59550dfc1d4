import { describe, expect, it } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const timesAt = (now: string, zone = 'Europe/Stockholm') =>
  Object.fromEntries(snoozeTimes(new Date(now), zone).map(([preset, at]) => [preset, at.toISOString()]))

describe('snoozeTimes', () => {
  it('offers an hour, this evening, tomorrow morning and next Monday, in the time zone of the account', () => {
    // Tuesday, 11:00 in Stockholm.
    expect(timesAt('2026-11-17T10:00:00Z')).toEqual({
      hour: '2026-11-17T11:00:00.000Z',
      evening: '2026-11-17T17:00:00.000Z',
      tomorrow: '2026-11-18T08:00:00.000Z',
      week: '2026-11-23T08:00:00.000Z',
    })
  })

  it('leaves out an evening that has begun or is less than an hour away', () => {
    expect(timesAt('2026-11-17T15:59:00Z')).toHaveProperty('evening')
    expect(timesAt('2026-11-17T16:00:00Z')).not.toHaveProperty('evening')
    expect(timesAt('2026-11-17T20:00:00Z')).not.toHaveProperty('evening')
  })

  it.for([
    ['2026-11-15T10:00:00Z', '2026-11-16'],
    ['2026-11-16T10:00:00Z', '2026-11-23'],
    ['2026-11-21T10:00:00Z', '2026-11-23'],
  ])('next week is the next Monday: from %s it is %s', ([now, monday]) => {
    expect(timesAt(now ?? '').week?.slice(0, 10)).toBe(monday)
  })

  it('keeps the hour of the day when the clocks change meanwhile', () => {
    // Saturday before the end of summer time in 2026.
    expect(timesAt('2026-10-24T10:00:00Z').tomorrow).toBe('2026-10-25T08:00:00.000Z')
  })
})

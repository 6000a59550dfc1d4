import type { WorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import { describe, expect, it } from 'vitest'
import { hoursProblems, isAwayReplyDue, isOpenAt, nextOpening, openMinutesBetween } from './rules.ts'

const ZONE = 'Europe/Berlin'
const at = (text: string) => new Date(text)
const OFFICE = [{ from: '09:00', until: '18:00' }]
const HOURS: WorkingHours = {
  weekly: [
    OFFICE,
    OFFICE,
    OFFICE,
    OFFICE,
    [
      { from: '09:00', until: '12:00' },
      { from: '13:00', until: '17:30' },
    ],
    [],
    [],
  ],
  dates: [
    { date: '2026-12-24', name: 'Christmas Eve', hours: [{ from: '10:00', until: '13:00' }] },
    { date: '2026-12-25', name: 'Christmas Day', hours: [] },
    { date: '2026-12-27', name: 'Open Sunday', hours: [{ from: '12:00', until: '24:00' }] },
  ],
}
const isOpen = (text: string, hours: WorkingHours | undefined = HOURS) => isOpenAt(hours, at(text), ZONE)
const opens = (text: string, hours: WorkingHours | undefined = HOURS) =>
  nextOpening(hours, at(text), ZONE)?.toISOString()

describe('isOpenAt', () => {
  it('follows the clock of the account: the first minute belongs to the hours, the last does not', () => {
    // 2026-02-02 is a Monday; Berlin is an hour ahead.
    expect(['07:59', '08:00', '16:59', '17:00'].map((time) => isOpen(`2026-02-02T${time}:00Z`))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('has breaks, closed days, and dates with hours of their own', () => {
    expect(isOpen('2026-02-06T11:30:00Z')).toBe(false)
    expect(isOpen('2026-02-06T12:30:00Z')).toBe(true)
    expect(isOpen('2026-02-07T10:00:00Z')).toBe(false)
    expect(isOpen('2026-12-24T10:00:00Z')).toBe(true)
    expect(isOpen('2026-12-24T14:00:00Z')).toBe(false)
    expect(isOpen('2026-12-25T10:00:00Z')).toBe(false)
    expect(isOpen('2026-12-27T22:59:00Z')).toBe(true)
    expect(isOpen('2026-12-27T23:00:00Z')).toBe(false)
  })

  it('a shop without hours is always open', () => {
    expect(isOpenAt(undefined, at('2026-02-07T03:00:00Z'), ZONE)).toBe(true)
  })
})

describe('nextOpening', () => {
  it('is today, tomorrow, after the weekend or after the holidays', () => {
    expect(opens('2026-02-02T05:00:00Z')).toBe('2026-02-02T08:00:00.000Z')
    expect(opens('2026-02-02T18:00:00Z')).toBe('2026-02-03T08:00:00.000Z')
    expect(opens('2026-02-06T11:30:00Z')).toBe('2026-02-06T12:00:00.000Z')
    expect(opens('2026-02-06T20:00:00Z')).toBe('2026-02-09T08:00:00.000Z')
    expect(opens('2026-12-24T15:00:00Z')).toBe('2026-12-27T11:00:00.000Z')
  })

  it('is undefined for a shop that is open, has no hours, or never opens', () => {
    expect(opens('2026-02-02T10:00:00Z')).toBeUndefined()
    expect(nextOpening(undefined, at('2026-02-02T10:00:00Z'), ZONE)).toBeUndefined()
    const never: WorkingHours = { weekly: [[], [], [], [], [], [], []], dates: [] }
    expect(opens('2026-02-02T10:00:00Z', never)).toBeUndefined()
  })

  it('the same hour on the wall after the clock changed is another moment', () => {
    // The clock is put forward on Sunday 2026-03-29 and back on Sunday 2026-10-25.
    expect(opens('2026-03-27T20:00:00Z')).toBe('2026-03-30T07:00:00.000Z')
    expect(opens('2026-10-23T20:00:00Z')).toBe('2026-10-26T08:00:00.000Z')
  })

  const night = (from: string, until: string): WorkingHours => ({
    weekly: [[], [], [], [], [], [], [{ from, until }]],
    dates: [],
  })

  it('hours that begin while the clock skips begin when it has skipped; hours within the skip do not come', () => {
    expect(opens('2026-03-29T00:00:00Z', night('02:30', '05:00'))).toBe('2026-03-29T01:00:00.000Z')
    expect(opens('2026-03-29T00:00:00Z', night('02:15', '02:45'))).toBe('2026-04-05T00:15:00.000Z')
  })

  it('hours that the clock repeats come twice', () => {
    const hours = night('02:00', '02:30')
    expect(opens('2026-10-24T23:30:00Z', hours)).toBe('2026-10-25T00:00:00.000Z')
    expect(isOpen('2026-10-25T00:45:00Z', hours)).toBe(false)
    expect(opens('2026-10-25T00:45:00Z', hours)).toBe('2026-10-25T01:00:00.000Z')
    expect(isOpen('2026-10-25T01:10:00Z', hours)).toBe(true)
  })
})

describe('openMinutesBetween', () => {
  const minutes = (from: string, to: string, most = 10_000) => openMinutesBetween(HOURS, at(from), at(to), ZONE, most)

  it('counts only the time in which the shop was open, up to a limit', () => {
    expect(minutes('2026-02-02T09:00:00Z', '2026-02-02T09:20:00Z')).toBe(20)
    expect(minutes('2026-02-02T16:50:00Z', '2026-02-03T08:05:00Z')).toBe(15)
    expect(minutes('2026-02-06T10:00:00Z', '2026-02-06T13:00:00Z')).toBe(120)
    expect(minutes('2026-02-07T00:00:00Z', '2026-02-08T20:00:00Z')).toBe(0)
    expect(minutes('2026-02-02T00:00:00Z', '2026-02-09T00:00:00Z', 30)).toBe(30)
    expect(minutes('2026-12-27T22:00:00Z', '2026-12-28T03:00:00Z')).toBe(60)
    expect(openMinutesBetween(undefined, at('2026-02-07T00:00:00Z'), at('2026-02-07T00:10:00Z'), ZONE, 99)).toBe(10)
  })
})

describe('isAwayReplyDue', () => {
  const due = (sent: string | null, now: string) =>
    isAwayReplyDue(HOURS, sent === null ? null : at(sent), at(now), ZONE)

  it('once per closed period, and never while the shop is open', () => {
    expect(due(null, '2026-02-02T10:00:00Z')).toBe(false)
    expect(due(null, '2026-02-02T20:00:00Z')).toBe(true)
    expect(due('2026-02-02T20:00:00Z', '2026-02-03T05:00:00Z')).toBe(false)
    expect(due('2026-02-02T20:00:00Z', '2026-02-03T20:00:00Z')).toBe(true)
    expect(due('2026-02-06T20:00:00Z', '2026-02-08T20:00:00Z')).toBe(false)
    expect(due('2026-02-06T20:00:00Z', '2026-02-09T07:59:00Z')).toBe(false)
    expect(isAwayReplyDue(undefined, null, at('2026-02-02T20:00:00Z'), ZONE)).toBe(false)
  })
})

describe('hoursProblems', () => {
  const weekly = (...monday: WorkingHours['weekly'][number]) => ({ ...HOURS, weekly: [monday, [], [], [], [], [], []] })

  it('accepts hours and dates as they should be', () => {
    expect(hoursProblems(HOURS)).toEqual({})
  })

  it('names hours that end before they begin, overlap, and dates that are wrong', () => {
    const problem = { weekly: expect.any(String) }
    expect(hoursProblems(weekly({ from: '18:00', until: '09:00' }))).toEqual(problem)
    expect(hoursProblems(weekly({ from: '09:00', until: '09:00' }))).toEqual(problem)
    expect(hoursProblems(weekly({ from: '12:00', until: '18:00' }, { from: '09:00', until: '13:00' }))).toEqual(problem)
    expect(hoursProblems(weekly({ from: '09:00', until: '12:00' }, { from: '12:00', until: '13:00' }))).toEqual({})
    const on = (...dates: string[]) =>
      hoursProblems({ ...HOURS, dates: dates.map((date) => ({ date, name: '', hours: [] })) })
    expect(on('2026-02-30')).toEqual({ dates: expect.any(String) })
    expect(on('2026-05-01', '2026-05-01')).toEqual({ dates: expect.any(String) })
  })
})

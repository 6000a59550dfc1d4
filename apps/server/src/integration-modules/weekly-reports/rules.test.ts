import { describe, expect, it } from 'vitest'
import { changeOf, messageIdOf, reportWeekFor, weekBefore, weekFrom } from './rules.ts'

describe('[D-132] reportWeekFor', () => {
  const LAST = { from: '2026-11-09', to: '2026-11-15' }
  it.each([
    ['2026-11-16T06:59:59Z', 'UTC', undefined],
    ['2026-11-16T07:00:00Z', 'UTC', LAST],
    ['2026-11-16T23:59:59Z', 'UTC', LAST],
    ['2026-11-17T06:59:59Z', 'UTC', LAST],
    ['2026-11-17T07:00:00Z', 'UTC', undefined],
    ['2026-11-15T12:00:00Z', 'UTC', undefined],
    // Seven in the morning is later in America, and the evening before in Auckland.
    ['2026-11-16T14:59:59Z', 'America/Los_Angeles', undefined],
    ['2026-11-16T15:00:00Z', 'America/Los_Angeles', LAST],
    ['2026-11-15T17:59:59Z', 'Pacific/Auckland', undefined],
    ['2026-11-15T18:00:00Z', 'Pacific/Auckland', LAST],
    ['2026-11-16T01:30:00Z', 'Asia/Kolkata', LAST],
    ['2026-11-16T01:29:59Z', 'Asia/Kolkata', undefined],
  ])('at %s in %s', (now, zone, week) => expect(reportWeekFor(new Date(now), zone)).toEqual(week))

  it.each([
    // The clock in Berlin changed on Sunday, March 29, and on Sunday, October 25.
    ['2026-03-30T04:59:59Z', undefined],
    ['2026-03-30T05:00:00Z', { from: '2026-03-23', to: '2026-03-29' }],
    ['2026-10-26T05:59:59Z', undefined],
    ['2026-10-26T06:00:00Z', { from: '2026-10-19', to: '2026-10-25' }],
  ])('after the clock changed, at %s', (now, week) =>
    expect(reportWeekFor(new Date(now), 'Europe/Berlin')).toEqual(week),
  )

  it('over the turn of a year', () => {
    expect(reportWeekFor(new Date('2027-01-04T09:00:00Z'), 'UTC')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
  })

  it('is the same week at every moment of its day, so nobody gets two', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
      const found = new Map<string, number>()
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
        const week = reportWeekFor(new Date(at), zone)
        if (week) found.set(week.from, (found.get(week.from) ?? 0) + 1)
      }
      expect([...found.values()].every((hours) => hours === 24)).toBe(true)
      expect(found.size).toBe(52)
    }
  })
})

it('weekBefore: seven days earlier', () => {
  expect(weekBefore(weekFrom('2026-03-30'))).toEqual({ from: '2026-03-23', to: '2026-03-29' })
})

it('changeOf: a share of what was before, if there was something', () => {
  expect([changeOf(12, 10), changeOf(0, 4), changeOf(3, 3), changeOf(5, 0)]).toEqual([0.2, -1, 0, undefined])
})

it('messageIdOf: one for each user and week', () => {
  expect(messageIdOf('2026-11-09', 7, 'https://fern.example:8443/')).toBe('<weekly-report.2026-11-09.7@fern.example>')
})

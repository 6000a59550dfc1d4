import { expect, it } from 'vitest'
import {
  byWeekday,
  daysBetween,
  idsOf,
  limitTo,
  localDay,
  mayBeLate,
  onlyFilter,
  readReportPeriod,
  restAfter,
  slicesOf,
  weekOf,
  weeksAndDays,
} from './rules.ts'

const hours = (day: string, timezone: string) => {
  const { from, to } = localDay(day, timezone)
  return (to.getTime() - from.getTime()) / 3_600_000
}

it('[D-121] begins and ends a day where the account is, also when the clock changes', () => {
  expect(localDay('2026-11-17', 'Asia/Kolkata').from.toISOString()).toBe('2026-11-16T18:30:00.000Z')
  expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23)
  expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25)
  expect(hours('2026-11-17', 'Europe/Berlin')).toBe(24)
})

it('lists the days of a period, across months and clock changes', () => {
  expect(daysBetween('2026-10-30', '2026-11-02')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'])
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([])
})

it('[D-129] reads the weeks of a period, and the days before and after them', () => {
  expect(weekOf('2026-11-15')).toBe('2026-11-09')
  expect(weekOf('2026-11-16')).toBe('2026-11-16')
  expect(weeksAndDays({ from: '2026-10-31', to: '2026-11-17' })).toEqual({
    weeks: ['2026-11-02', '2026-11-09'],
    days: ['2026-10-31', '2026-11-01', '2026-11-16', '2026-11-17'],
  })
  expect(weeksAndDays({ from: '2026-11-09', to: '2026-11-15' })).toEqual({ weeks: ['2026-11-09'], days: [] })
  expect(weeksAndDays({ from: '2026-11-10', to: '2026-11-16' }).weeks).toEqual([])
  const rows = ({ weeks, days }: { weeks: string[]; days: string[] }) => weeks.length + days.length
  const lasts = daysBetween('2026-11-16', '2026-11-22')
  const of90Days = lasts.map((to) => rows(weeksAndDays({ from: daysBetween('2026-08-01', to).at(-90) ?? '', to })))
  expect(Math.max(...of90Days)).toBe(18)
})

it('[D-129] computes a busy day in slices that leave nothing out', () => {
  const day = localDay('2026-10-25', 'Europe/Berlin')
  expect(slicesOf(day, 0)).toEqual([])
  expect(slicesOf(day, 20_000)).toEqual([day])
  const slices = slicesOf(day, 60_001)
  expect(slices).toHaveLength(4)
  expect([slices[0]?.from, slices.at(-1)?.to]).toEqual([day.from, day.to])
  for (const [place, { to }] of slices.slice(0, -1).entries()) expect(slices[place + 1]?.from).toEqual(to)
})

it('rests after long work only', () => {
  expect(restAfter(20)).toBe(0)
  expect(restAfter(3_000)).toBe(30)
  expect(restAfter(60_000)).toBe(60)
})

const NOW = new Date('2026-11-17T20:00:00Z')
const read = (given: { from?: string; to?: string }) => readReportPeriod(given, NOW, 'Asia/Tokyo')

it('[D-122] reports on the last 30 days where the account is, or on the days that are asked for', () => {
  expect(read({})).toEqual({ ok: true, period: { from: '2026-10-20', to: '2026-11-18' } })
  expect(read({ to: '2026-11-10' })).toEqual({ ok: true, period: { from: '2026-10-12', to: '2026-11-10' } })
  expect(read({ from: '2026-11-01' })).toEqual({ ok: true, period: { from: '2026-11-01', to: '2026-11-18' } })
})

it('[D-122] says what is wrong with a period', () => {
  expect(read({ from: '2026-02-31' })).toEqual({ ok: false, fields: { from: 'is not a day: 2026-02-31' } })
  expect(read({ from: '2026-11-02', to: '2026-11-01' })).toEqual({ ok: false, fields: { to: 'is before from' } })
  expect(read({ from: '2025-01-01', to: '2026-11-01' }).ok).toBe(false)
})

it('[D-122] takes one filter at a time', () => {
  expect(onlyFilter({ site: undefined, userId: 3 })).toEqual({ ok: true, name: 'userId' })
  expect(onlyFilter({})).toEqual({ ok: true, name: undefined })
  expect(onlyFilter({ site: 'berlin', userId: 3 })).toEqual({
    ok: false,
    fields: { userId: 'cannot be combined with site' },
  })
})

it('adds up the hours of the same weekday, Monday first', () => {
  const hours = (at: number) => Array.from({ length: 24 }, (_, hour) => (hour === at ? 1 : 0))
  const week = byWeekday([
    { day: '2026-11-16', hours: hours(9) },
    { day: '2026-11-09', hours: hours(9) },
    { day: '2026-11-22', hours: hours(23) },
  ])
  expect([week.length, week[0]?.[9], week[6]?.[23], week[1]?.[9]]).toEqual([7, 2, 1, 0])
})

it('finds the figures of a module also under the id that it had before it was deleted', () => {
  const names = [
    { id: 3, value: 'exchange' },
    { id: 9, value: 'exchange' },
    { id: 4, value: 'bank' },
  ]
  expect(idsOf(names, 'exchange')).toEqual(['3', '9'])
})

it('[D-130] shows the name of a filter, or its code where there is none', () => {
  const names = [
    { id: 1, value: 'online', name: 'Online shop' },
    { id: 2, value: 'street' },
  ]
  expect(limitTo('shop', names, 'online')).toEqual({ values: ['1'], shown: { by: 'shop', name: 'Online shop' } })
  expect(limitTo('shop', names, 'street').shown.name).toBe('street')
  expect(limitTo('shop', names, 'gone')).toEqual({ values: [], shown: { by: 'shop', name: 'gone' } })
  expect(limitTo('type', [], 'cash').values).toEqual(['cash'])
})

it('[D-157] reads today alone from the primary, by the clock of the account', () => {
  const now = new Date('2026-11-17T23:30:00Z')
  const late = (from: string, timezone: string) => mayBeLate({ from, to: '2026-11-18' }, now, timezone)
  expect([late('2026-11-17', 'UTC'), late('2026-11-16', 'UTC')]).toEqual([false, true])
  expect([late('2026-11-17', 'Europe/Berlin'), late('2026-11-18', 'Europe/Berlin')]).toEqual([true, false])
})

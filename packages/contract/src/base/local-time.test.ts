import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfDay, fromLocalTime, lastDays, toLocalTime, untilLocalTime } from './local-time.ts'

it('[D-03] writes times as public clients read them, in the zone of the account', () => {
  const at = new Date('2026-11-15T22:30:05.123Z')
  expect(toLocalTime(at, 'UTC')).toBe('2026-11-15 22:30:05')
  expect(toLocalTime(at, 'Europe/Moscow')).toBe('2026-11-16 01:30:05')
  expect(toLocalTime(new Date('2026-07-01T00:00:00Z'), 'America/New_York')).toBe('2026-06-30 20:00:00')
})

it('[D-03] accepts times with single digits, dates alone, and offsets', () => {
  const read = (text: string) => fromLocalTime(text, 'Europe/Berlin')?.toISOString()
  expect(read('2025-1-8 15:04:05')).toBe('2025-01-08T14:04:05.000Z')
  expect(read('2025-07-08')).toBe('2025-07-07T22:00:00.000Z')
  expect(read('2025-07-08T10:00:00Z')).toBe('2025-07-08T10:00:00.000Z')
  expect(read('2025-07-08T10:00:00+0300')).toBe('2025-07-08T07:00:00.000Z')
  expect(read('2025-03-30 02:30:00')).toBe('2025-03-30T01:30:00.000Z')
  for (const wrong of ['2025-02-31 10:00:00', '2025-13-01', '2025-01-01 25:00:00', 'yesterday', ''])
    expect(read(wrong), wrong).toBeUndefined()
})

it('reads back what it wrote, to the second, except in the hour that occurs twice', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Moscow', 'Asia/Kathmandu', 'Asia/Tokyo')
  const times = fc.date({
    min: new Date('2015-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(times, zones, (at, zone) => {
      const second = Math.floor(at.getTime() / 1000) * 1000
      expect(fromLocalTime(toLocalTime(at, zone), zone)?.getTime()).toBe(second)
    }),
  )
})

it('lists the last days and finds the end of a day in the zone of the account, also when the clock changes', () => {
  const late = new Date('2026-11-15T22:30:00Z')
  expect(lastDays(late, 'UTC', 3)).toEqual(['2026-11-13', '2026-11-14', '2026-11-15'])
  expect(lastDays(late, 'Europe/Moscow', 3)).toEqual(['2026-11-14', '2026-11-15', '2026-11-16'])
  expect(lastDays(new Date('2026-03-29T12:00:00Z'), 'Europe/Berlin', 2)).toEqual(['2026-03-28', '2026-03-29'])
  expect(endOfDay(late, 'Europe/Moscow').toISOString()).toBe('2026-11-16T21:00:00.000Z')
  expect(endOfDay(new Date('2026-03-29T00:30:00Z'), 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect(endOfDay(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin').toISOString()).toBe('2026-10-25T23:00:00.000Z')
})

it('a range that ends with a date includes that day, also one of 23 hours', () => {
  expect(untilLocalTime('2026-03-29', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T21:59:59.999Z')
  expect(untilLocalTime('2026-03-29 10:00:00', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T08:00:00.000Z')
  expect(untilLocalTime('2026-02-31', 'Europe/Berlin')).toBeUndefined()
})

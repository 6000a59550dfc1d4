import { expect, it } from 'vitest'
import { momentOf, shiftDay } from './days.ts'

it('begins a day at midnight in the account’s time zone, in summer and in winter', () => {
  expect(momentOf('2026-07-01', 'Europe/Stockholm')).toBe('2026-06-30T22:00:00.000Z')
  expect(momentOf('2026-11-15', 'Europe/Stockholm')).toBe('2026-11-14T23:00:00.000Z')
  expect(momentOf('2026-11-15', 'America/New_York')).toBe('2026-11-15T05:00:00.000Z')
  expect(momentOf('2026-11-15T14:30', 'Asia/Tokyo')).toBe('2026-11-15T05:30:00.000Z')
})

it('returns undefined for a missing or invalid time', () => {
  expect(momentOf(undefined, 'UTC')).toBeUndefined()
  expect(momentOf('2026-02-31', 'UTC')).toBeUndefined()
  expect(momentOf('yesterday', 'UTC')).toBeUndefined()
})

it('shifts days across the end of a month and a year', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29')
})

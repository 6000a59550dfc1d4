import { expect, it } from 'vitest'
import { whyRecordsRefused } from './record-rules.ts'

const refused = (...dates: string[]) =>
  whyRecordsRefused(
    dates.map((date) => ({ date })),
    'Europe/Madrid',
  )

it('[T-17] records with dates of the calendar are accepted, also an empty upload', () => {
  expect(refused('2026-02-28 10:00:00', '2028-02-29 23:59:59', '2026-02-03T10:00:00+01:00')).toBeUndefined()
  expect(refused()).toBeUndefined()
})

it('[T-17] the first record whose date does not exist is named by its place', () => {
  expect(refused('2026-02-28 10:00:00', '2026-02-31 10:00:00', '2026-13-01 10:00:00')).toEqual({
    '1.date': 'is not a date of the calendar: 2026-02-31 10:00:00',
  })
  expect(refused('2026-02-29 10:00:00')).toEqual({
    '0.date': 'is not a date of the calendar: 2026-02-29 10:00:00',
  })
})

it('[T-17] an hour that does not exist is no date either', () => {
  expect(refused('2026-02-03 24:00:00')).toEqual({ '0.date': 'is not a date of the calendar: 2026-02-03 24:00:00' })
})

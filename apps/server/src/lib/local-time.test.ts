import { expect, it } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

it('writes and reads times in the zone of the account', () => {
  const moment = new Date('2026-07-01T21:04:05Z')
  expect(toLocalTime(moment, 'Europe/Berlin')).toBe('2026-07-01 23:04:05')
  expect(fromLocalTime('2026-07-01 23:04:05', 'Europe/Berlin')).toEqual(moment)
  expect(fromLocalTime('2025-1-8 15:04:05', 'UTC')).toEqual(new Date('2025-01-08T15:04:05Z'))
  expect(fromLocalTime('2025-01-08', 'UTC')).toEqual(new Date('2025-01-08T00:00:00Z'))
})

it('knows what is no date', () => {
  for (const text of ['', 'tomorrow', '2026-02-30', '2026-01-01 25:00:00', '01.02.2026'])
    expect(fromLocalTime(text, 'UTC'), text).toBeUndefined()
})

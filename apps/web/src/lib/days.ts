import { fromLocalTime } from '@patchbay/contract/base/local-time'

// Days and times as they stand in the address (2026-11-15, 2026-11-15T14:30): on the account's clock, wherever the reader
// sits.

const DAY_MS = 86_400_000

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10)

/** The moment that is meant; a day means its beginning. Undefined for what is no time at all. */
export const momentOf = (text: string | undefined, zone: string): string | undefined =>
  text === undefined ? undefined : fromLocalTime(text, zone)?.toISOString()

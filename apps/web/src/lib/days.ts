import { fromLocalTime } from '@patchbay/contract/base/local-time'

// Days and times as in the URL (2026-11-15, 2026-11-15T14:30): in the account's time zone, not the browser's.

const DAY_MS = 86_400_000

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10)

/** The instant of a day (its beginning) or a time. Undefined if it is not valid. */
export const momentOf = (text: string | undefined, zone: string): string | undefined =>
  text === undefined ? undefined : fromLocalTime(text, zone)?.toISOString()

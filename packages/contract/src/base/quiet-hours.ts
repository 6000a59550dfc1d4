import { toLocalTime } from './local-time.ts'

/** Times of day, HH:MM, on the clock of the account's time zone. */
export type QuietHours = { from: string; until: string }

/**
 * Whether a moment is within the quiet hours: `from` belongs to them, `until` does not, and they may span midnight. They
 * follow the clock on the wall, so an hour that the clock repeats is quiet twice and one that it skips never comes.
 */
export const isQuiet = (at: Date, zone: string, hours: QuietHours | undefined): boolean => {
  if (!hours) return false
  const clock = toLocalTime(at, zone).slice(11, 16)
  const { from, until } = hours
  return from <= until ? clock >= from && clock < until : clock >= from || clock < until
}

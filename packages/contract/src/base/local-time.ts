// 1.1: times on the integration API are `Y-m-d H:i:s` in the account's zone, without an offset. Also accepted: dates
// alone, single digits (one exchange sends them), and ISO 8601 with an offset.

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  // The Swedish locale has the format `Y-m-d H:i:s`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hourCycle: 'h23', ...options })
  formats.set(zone, format)
  return format
}

export const toLocalTime = (at: Date, zone: string): string => formatOf(zone).format(at).padStart(19, '0')

/** How far the zone's clock is ahead of UTC at this moment, in milliseconds. */
const aheadAt = (at: number, zone: string): number =>
  Date.parse(`${toLocalTime(new Date(at), zone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000

/** Undefined for an invalid time (February 31). An hour that the clock skips is read as the one after it. */
export const fromLocalTime = (text: string, zone: string): Date | undefined => {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const clock = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(clock)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    return undefined
  const offset = match[7]
  if (offset === 'Z') return date
  if (offset) {
    const [hours = 0, minutes = 0] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
    return new Date(clock - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000)
  }
  const guess = clock - aheadAt(clock, zone)
  return new Date(clock - aheadAt(guess, zone))
}

const DAY_MS = 86_400_000

/** The last days in this zone, the day of `now` included: 2026-11-15, the oldest first. */
export const lastDays = (now: Date, zone: string, count: number): string[] => {
  const today = Date.parse(toLocalTime(now, zone).slice(0, 10))
  return Array.from({ length: count }, (_, place) =>
    new Date(today - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The end of a range of times: a date without a time includes the whole day. */
export const untilLocalTime = (text: string, zone: string): Date | undefined => {
  const at = fromLocalTime(text, zone)
  return at && text.length <= 10 ? new Date(endOfDay(at, zone).getTime() - 1) : at
}

/** When the day of `now` ends in this zone; a day may have 23 or 25 hours. */
export const endOfDay = (now: Date, zone: string): Date => {
  const today = Date.parse(toLocalTime(now, zone).slice(0, 10))
  return fromLocalTime(new Date(today + DAY_MS).toISOString().slice(0, 10), zone) ?? now
}

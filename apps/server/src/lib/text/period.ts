import { fromLocalTime } from '@patchbay/contract/base/local-time'

export type Period = {
  from?: Date
  /** Not included. */
  to?: Date
}

const DAY_MS = 86_400_000
const isDay = (text: string): boolean => text.length <= 10

/** The day after, as a text: in the zone of the account a day may have 23 or 25 hours. */
const nextDay = (day: string): string | undefined => {
  const at = fromLocalTime(day, 'UTC')
  return at && new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10)
}

/** The period of a filter, in the zone of the account; a last day without a time is included. */
export const readPeriod = (
  { from, to }: { from?: string; to?: string },
  zone: string,
): { ok: true; period: Period } | { ok: false; fields: Record<string, string> } => {
  const first = from === undefined ? undefined : fromLocalTime(from, zone)
  const last = to === undefined ? undefined : fromLocalTime(isDay(to) ? (nextDay(to) ?? '') : to, zone)
  const fields = {
    ...(from !== undefined && !first && { from: `is not a time: ${from}` }),
    ...(to !== undefined && !last && { to: `is not a time: ${to}` }),
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return { ok: true, period: { ...(first && { from: first }), ...(last && { to: last }) } }
}

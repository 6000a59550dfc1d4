import { fromLocalTime, lastDays } from '@patchbay/contract/base/local-time'
import { addCounts } from '@patchbay/contract/platform/histograms'
import {
  MOST_REPORT_DAYS,
  type ReportFilter,
  type WeekdayHours,
} from '@patchbay/contract/platform/workspace/statistics'

export const STATISTICS_AREAS = ['calls', 'payments', 'chats'] as const
export type StatisticsArea = (typeof STATISTICS_AREAS)[number]

export type LocalDay = { day: string; from: Date; to: Date; timezone: string }

const DAY_MS = 86_400_000

const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** When a day begins and ends in this time zone: it may have 23 or 25 hours. */
export const localDay = (day: string, timezone: string): LocalDay => {
  const start = (of: string) => fromLocalTime(of, timezone) ?? new Date(Number.NaN)
  return { day, from: start(day), to: start(plusDays(day, 1)), timezone }
}

const MOST_IN_SLICE = 20_000

/** D-129: parts of the day of the same length, about 20,000 records each. */
export const slicesOf = (day: LocalDay, records: number): LocalDay[] => {
  const count = Math.ceil(records / MOST_IN_SLICE)
  const at = (place: number) =>
    new Date(day.from.getTime() + Math.round(((day.to.getTime() - day.from.getTime()) * place) / count))
  return Array.from({ length: count }, (_, place) => ({ ...day, from: at(place), to: at(place + 1) }))
}

/** The days from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, place) => plusDays(from, place))
}

const DEFAULT_DAYS = 30

export type ReportPeriod = { from: string; to: string }

/** The period of a report: the last 30 days unless it says otherwise. */
export const readReportPeriod = (
  given: { from?: string; to?: string },
  now: Date,
  timezone: string,
): { ok: true; period: ReportPeriod } | { ok: false; fields: Record<string, string> } => {
  const days = lastDays(now, timezone, DEFAULT_DAYS)
  const to = given.to ?? days.at(-1) ?? ''
  const from = given.from ?? (given.to === undefined ? (days[0] ?? '') : plusDays(to, 1 - DEFAULT_DAYS))
  const fields = Object.fromEntries(
    Object.entries({ from, to }).flatMap(([name, day]) =>
      fromLocalTime(day, timezone) ? [] : [[name, `is not a day: ${day}`]],
    ),
  )
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  const count = daysBetween(from, to).length
  if (count === 0) return { ok: false, fields: { to: 'is before from' } }
  if (count > MOST_REPORT_DAYS) return { ok: false, fields: { to: `is more than ${MOST_REPORT_DAYS} days after from` } }
  return { ok: true, period: { from, to } }
}

/** D-157: whether a report may come from a replica. Today alone is followed live, on the wall, and is a small read. */
export const mayBeLate = ({ from }: ReportPeriod, now: Date, timezone: string): boolean =>
  from < (lastDays(now, timezone, 1)[0] ?? '')

const WEEK = 7

/** The Monday of the week of this day. */
export const weekOf = (day: string): string => plusDays(day, -((new Date(day).getUTCDay() + 6) % WEEK))

/** D-129: the Mondays of the weeks that lie in a period, and its other days. */
export const weeksAndDays = (period: ReportPeriod): { weeks: string[]; days: string[] } => {
  const days = daysBetween(period.from, period.to)
  const isWhole = (week: string) => week >= period.from && plusDays(week, WEEK - 1) <= period.to
  return {
    weeks: days.filter((day) => weekOf(day) === day && isWhole(day)),
    days: days.filter((day) => !isWhole(weekOf(day))),
  }
}

/** D-130: a report has one filter at a time. Figures are kept of each manager, shop and so on, not of their combinations. */
export const onlyFilter = <Name extends string>(
  given: Partial<Record<Name, unknown>>,
): { ok: true; name: Name | undefined } | { ok: false; fields: Record<string, string> } => {
  const names = (Object.keys(given) as Name[]).filter((name) => given[name] !== undefined)
  const [first, second] = names
  return second === undefined
    ? { ok: true, name: first }
    : { ok: false, fields: { [second]: `cannot be combined with ${String(first)}` } }
}

/** What a value of a breakdown stands for: the id in the figures, the value as a filter takes it, and a name for people. */
export type NamedValue = { id: number | string; value: string; name?: string }

/** The ids in the figures for the value of a filter: a module that was deleted and connected again has two. */
export const idsOf = (names: readonly NamedValue[], value: string): string[] =>
  names.filter((one) => one.value === value).map(({ id }) => String(id))

/** The same, with what to call the filter. A payment type that was deleted since is its own id. */
export const limitTo = (
  by: ReportFilter['by'],
  names: readonly NamedValue[],
  value: string,
): { values: string[]; shown: ReportFilter } => {
  const ids = idsOf(names, value)
  const name = names.findLast((one) => one.value === value)?.name
  return { values: ids.length === 0 && by === 'type' ? [value] : ids, shown: { by, name: name || value } }
}

const WEEKDAYS = 7
const HOURS = 24

/** The hours of days, added up by weekday, Monday first. */
export const byWeekday = (days: readonly { day: string; hours: readonly number[] }[]): WeekdayHours =>
  Array.from({ length: WEEKDAYS }, (_, weekday) =>
    addCounts(
      days.filter(({ day }) => (new Date(day).getUTCDay() + 6) % WEEKDAYS === weekday).map(({ hours }) => hours),
      HOURS,
    ),
  )

const LONGEST_REST_S = 60

/** After long work the lane rests ten times as long, up to a minute, so that a huge account does not take up a worker. */
export const restAfter = (workedMs: number): number =>
  workedMs < 500 ? 0 : Math.min(LONGEST_REST_S, Math.ceil((workedMs * 10) / 1000))

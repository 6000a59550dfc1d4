import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { OpenInterval, WorkingHours } from '@patchbay/contract/platform/workspace/working-hours'

// When a shop is open. Hours follow the clock on the wall of the account's time zone: an hour that the clock skips never comes,
// and one that it repeats comes twice. A shop without hours is always open.

type Hours = WorkingHours | undefined

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

/** A year and a leap day: what does not open until then does not open. */
const LOOK_AHEAD_DAYS = 366

/** No clock is changed by more. */
const CLOCK_CHANGE_MINUTES = 180

const clockAt = (at: Date, zone: string): { date: string; time: string } => {
  const local = toLocalTime(at, zone)
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** Monday is 0. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const hoursOn = ({ weekly, dates }: WorkingHours, date: string): readonly OpenInterval[] =>
  dates.find((special) => special.date === date)?.hours ?? weekly[weekdayOf(date)] ?? []

const isWithin = (time: string, { from, until }: OpenInterval): boolean => time >= from && time < until

export const isOpenAt = (hours: Hours, at: Date, zone: string): boolean => {
  if (!hours) return true
  const { date, time } = clockAt(at, zone)
  return hoursOn(hours, date).some((interval) => isWithin(time, interval))
}

const plusMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

/** The time that the clock on the wall shows, as if it were UTC, minus the moment: it changes when the clock is changed. */
const offsetAt = (at: Date, zone: string): number => {
  const { date, time } = clockAt(at, zone)
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
}

const isClockSteady = (at: Date, zone: string): boolean =>
  offsetAt(plusMinutes(at, -CLOCK_CHANGE_MINUTES), zone) === offsetAt(plusMinutes(at, CLOCK_CHANGE_MINUTES), zone)

/** When this interval of a day begins after a moment. Around a change of the clock its minutes are searched. */
const beginning = (date: string, interval: OpenInterval, after: Date, zone: string): Date | undefined => {
  const start = fromLocalTime(`${date} ${interval.from}`, zone)
  if (!start) return undefined
  if (isClockSteady(start, zone)) return start > after ? start : undefined
  for (let minute = -CLOCK_CHANGE_MINUTES; minute <= CLOCK_CHANGE_MINUTES; minute++) {
    const at = plusMinutes(start, minute)
    const clock = clockAt(at, zone)
    if (at > after && clock.date === date && isWithin(clock.time, interval)) return at
  }
  return undefined
}

/** When a shop that is closed opens next; undefined when it does not, or is open. */
export const nextOpening = (hours: Hours, at: Date, zone: string): Date | undefined => {
  if (!hours || isOpenAt(hours, at, zone)) return undefined
  const { date: today } = clockAt(at, zone)
  for (let days = 0; days <= LOOK_AHEAD_DAYS; days++) {
    const date = dayAfter(today, days)
    const starts = hoursOn(hours, date).flatMap((interval) => beginning(date, interval, at, zone) ?? [])
    const [first] = starts.sort((a, b) => a.getTime() - b.getTime())
    if (first) return first
  }
  return undefined
}

/** Minutes between two moments in which the shop was open, counted up to `most`. */
export const openMinutesBetween = (hours: Hours, from: Date, to: Date, zone: string, most: number): number => {
  if (!hours) return Math.min(most, Math.max(0, (to.getTime() - from.getTime()) / MINUTE_MS))
  const last = clockAt(to, zone).date
  let minutes = 0
  for (let date = clockAt(from, zone).date; date <= last && minutes < most; date = dayAfter(date, 1))
    for (const interval of hoursOn(hours, date)) {
      const start = fromLocalTime(`${date} ${interval.from}`, zone)
      const end = fromLocalTime(interval.until === '24:00' ? dayAfter(date, 1) : `${date} ${interval.until}`, zone)
      const [begin, finish] = [Math.max(Number(start), from.getTime()), Math.min(Number(end), to.getTime())]
      minutes += Math.max(0, finish - begin) / MINUTE_MS
    }
  return Math.min(most, minutes)
}

/** An away reply is sent once per closed period: not again until the shop has opened in between. */
export const isAwayReplyDue = (hours: Hours, sentAt: Date | null, now: Date, zone: string): boolean => {
  if (isOpenAt(hours, now, zone)) return false
  if (sentAt === null || isOpenAt(hours, sentAt, zone)) return true
  const opened = nextOpening(hours, sentAt, zone)
  return opened !== undefined && opened <= now
}

/** What is wrong with hours that an administrator entered, by field; empty: nothing. */
export const hoursProblems = ({ weekly, dates }: WorkingHours): Record<string, string> => {
  const overlaps = (intervals: readonly OpenInterval[]) =>
    intervals
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .some(({ from }, n, all) => from < (all[n - 1]?.until ?? ''))
  const isWrong = (intervals: readonly OpenInterval[]) =>
    intervals.some(({ from, until }) => from >= until) || overlaps(intervals)
  const days = dates.map(({ date }) => date)
  return {
    ...(weekly.some(isWrong) && { weekly: 'has hours that end before they begin, or that overlap' }),
    ...((dates.some(({ hours }) => isWrong(hours)) ||
      new Set(days).size < days.length ||
      days.some((date) => fromLocalTime(date, 'UTC') === undefined)) && {
      dates: 'has a date that does not exist or is named twice, or hours that end before they begin or overlap',
    }),
  }
}

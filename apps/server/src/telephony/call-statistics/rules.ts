import { addCounts, countWithin, DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { CallBreakdown, CallFigures, CallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import { byWeekday, daysBetween, type ReportPeriod } from '../../platform/statistics/rules.ts'

/** The figures of one day, of all calls or of those of a manager, a shop and so on. */
export type CallRow = Omit<CallFigures, 'withinLevel' | 'levelOf'> & {
  day: string
  incomingByHour: number[]
  missedByHour: number[]
  answeredWaits: number[]
  missedWaits: number[]
  returnTimes: number[]
}

type Histogram = 'answeredWaits' | 'missedWaits' | 'returnTimes'

const total = (rows: readonly CallRow[], of: Exclude<keyof CallFigures, 'withinLevel' | 'levelOf'>): number =>
  rows.reduce((sum, row) => sum + row[of], 0)

const counts = (rows: readonly CallRow[], of: Histogram, bounds: readonly number[]): number[] =>
  addCounts(
    rows.map((row) => row[of]),
    bounds.length + 1,
  )

/** D-123: the service level is what was answered in time, of what was answered or missed. */
export const figuresFor = (rows: readonly CallRow[], levelSeconds: number): CallFigures => {
  const waits = counts(rows, 'answeredWaits', WAIT_BOUNDS)
  const missed = total(rows, 'missed')
  return {
    incoming: total(rows, 'incoming'),
    answered: total(rows, 'answered'),
    missed,
    returned: total(rows, 'returned'),
    firstContacts: total(rows, 'firstContacts'),
    outgoing: total(rows, 'outgoing'),
    outgoingAnswered: total(rows, 'outgoingAnswered'),
    talkSeconds: total(rows, 'talkSeconds'),
    withinLevel: countWithin(waits, WAIT_BOUNDS, levelSeconds),
    levelOf: waits.reduce((sum, count) => sum + count, missed),
  }
}

/** The report on calls, from the figures of its days. */
export const reportFor = (
  rows: readonly CallRow[],
  period: ReportPeriod,
  serviceLevelSeconds: number,
): Omit<CallStatistics, 'breakdowns'> => {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const hours = (of: 'incomingByHour' | 'missedByHour') => byWeekday(rows.map((row) => ({ ...row, hours: row[of] })))
  return {
    period,
    serviceLevelSeconds,
    total: figuresFor(rows, serviceLevelSeconds),
    days: daysBetween(period.from, period.to).map((day) => ({
      day,
      figures: figuresFor(byDay.get(day) ?? [], serviceLevelSeconds),
    })),
    incomingByHour: hours('incomingByHour'),
    missedByHour: hours('missedByHour'),
    answeredWaits: counts(rows, 'answeredWaits', WAIT_BOUNDS),
    missedWaits: counts(rows, 'missedWaits', WAIT_BOUNDS),
    returnTimes: counts(rows, 'returnTimes', DURATION_BOUNDS),
  }
}

/** Of several managers together: a group has those of its members. */
export const addFigures = (all: readonly CallFigures[]): CallFigures => {
  const sum = (of: keyof CallFigures) => all.reduce((most, figures) => most + figures[of], 0)
  return {
    incoming: sum('incoming'),
    answered: sum('answered'),
    missed: sum('missed'),
    returned: sum('returned'),
    firstContacts: sum('firstContacts'),
    outgoing: sum('outgoing'),
    outgoingAnswered: sum('outgoingAnswered'),
    talkSeconds: sum('talkSeconds'),
    withinLevel: sum('withinLevel'),
    levelOf: sum('levelOf'),
  }
}

/** A module that was deleted and connected again has two ids: its calls are one row, as the list of calls shows them. */
export const mergeBreakdowns = (all: readonly CallBreakdown[]): CallBreakdown[] =>
  [...Map.groupBy(all, ({ by, value }) => `${by} ${value}`).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, figures: addFigures(same.map(({ figures }) => figures)) })),
  )

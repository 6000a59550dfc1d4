import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { reportFor as chatReportFor } from '../../chats/chat-statistics/rules.ts'
import type { reportFor as paymentReportFor } from '../../payments/payment-statistics/rules.ts'
import type { ReportPeriod } from '../../platform/statistics/rules.ts'
import type { reportFor as callReportFor } from '../../telephony/call-statistics/rules.ts'

/** The reports of a week, as their pages show it; payments by currency. */
export type WeekFigures = {
  calls: ReturnType<typeof callReportFor>
  payments: ReturnType<typeof paymentReportFor>[]
  chats: ReturnType<typeof chatReportFor>
}

const DAY_MS = 86_400_000
const MORNING = '07:00'
/** After a longer outage the report would arrive too late to be news. */
const LATEST_MS = DAY_MS

const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The days of the week that begins on this Monday. */
export const weekFrom = (monday: string): ReportPeriod => ({ from: monday, to: plusDays(monday, 6) })

export const weekBefore = ({ from }: ReportPeriod): ReportPeriod => weekFrom(plusDays(from, -7))

/**
 * D-132: the week to report at this moment, the last whole one: from Monday at seven in the morning, by the clock of the account,
 * for a day.
 */
export const reportWeekFor = (now: Date, timezone: string): ReportPeriod | undefined => {
  const today = toLocalTime(now, timezone).slice(0, 10)
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const monday = plusDays(today, -sinceMonday)
  const due = fromLocalTime(`${monday} ${MORNING}`, timezone)?.getTime() ?? Number.NaN
  const isDue = now.getTime() >= due && now.getTime() < due + LATEST_MS
  return isDue ? weekFrom(plusDays(monday, -7)) : undefined
}

/** How much more than before, as a share of it; undefined where there was nothing to compare with. */
export const changeOf = (now: number | bigint, before: number | bigint): number | undefined =>
  Number(before) === 0 ? undefined : (Number(now) - Number(before)) / Number(before)

/** The same for every attempt: mail systems show an email that arrives twice once. */
export const messageIdOf = (week: string, userId: number, publicUrl: string): string =>
  `<weekly-report.${week}.${userId}@${new URL(publicUrl).hostname}>`

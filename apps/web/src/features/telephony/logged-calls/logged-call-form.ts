import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { CallSummary } from '@patchbay/contract/telephony/workspace/calls'
import type { LoggedCall } from '@patchbay/contract/telephony/workspace/logged-calls'

// The form of a call that is logged by hand. Times are those of the account's clock.

export const LOGGED_RESULTS = ['answered', 'no answer', 'busy'] as const

export type LoggedCallValues = {
  direction: 'in' | 'out'
  phone: string
  /** As a datetime-local input has it. */
  startedAt: string
  minutes: string
  result: (typeof LOGGED_RESULTS)[number]
  site: string | null
  note: string
}

const inputTime = (at: Date, zone: string): string => toLocalTime(at, zone).slice(0, 16).replace(' ', 'T')

export const newLoggedCall = (phone: string, now: Date, zone: string): LoggedCallValues => ({
  direction: 'out',
  phone,
  startedAt: inputTime(now, zone),
  minutes: '',
  result: 'answered',
  site: null,
  note: '',
})

const minutesOf = (seconds: number | undefined): string =>
  seconds === undefined || seconds === 0 ? '' : String(Math.round(seconds / 6) / 10)

export const valuesOfCall = (call: CallSummary, zone: string): LoggedCallValues => ({
  direction: call.direction,
  phone: call.phone,
  startedAt: inputTime(new Date(call.startedAt), zone),
  minutes: minutesOf(call.duration),
  result: LOGGED_RESULTS.find((one) => one === call.result) ?? 'answered',
  site: call.shop?.code ?? null,
  note: call.note,
})

export type FormProblem = 'phone' | 'startedAt' | 'future'

const AHEAD_MS = 5 * 60_000

export const problemOf = (
  { phone, startedAt }: Pick<LoggedCallValues, 'phone' | 'startedAt'>,
  now: Date,
  zone: string,
): FormProblem | undefined => {
  if (!/\d/.test(phone)) return 'phone'
  const at = fromLocalTime(startedAt, zone)
  if (!at) return 'startedAt'
  return at.getTime() > now.getTime() + AHEAD_MS ? 'future' : undefined
}

const MINUTE_MS = 60_000

/** The field knows minutes only: a call of this minute is a call of now, and not one before a call that was just missed. */
const startOf = ({ startedAt }: LoggedCallValues, now: Date, zone: string): Date => {
  const at = fromLocalTime(startedAt, zone) ?? now
  const age = now.getTime() - at.getTime()
  return age >= 0 && age < MINUTE_MS ? now : at
}

export const loggedCallOf = (
  values: LoggedCallValues,
  customerId: number | undefined,
  { now, zone }: { now: Date; zone: string },
): LoggedCall => {
  const minutes = Number(values.minutes.replace(',', '.'))
  const talked = values.result === 'answered' && Number.isFinite(minutes) && minutes > 0
  return {
    direction: values.direction,
    phone: values.phone.trim(),
    ...(customerId !== undefined && { customerId }),
    startedAt: startOf(values, now, zone).toISOString(),
    ...(talked && { duration: Math.round(minutes * 60) }),
    result: values.result,
    ...(values.site !== null && { site: values.site }),
    note: values.note,
  }
}

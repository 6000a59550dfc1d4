import type { TASK_REPEATS } from '@patchbay/contract/base/constants'
import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'

/** The kinds of tasks that the system creates. Partial indexes of open tasks have these values, so SQL writes them as literals (`sql.lit`). */
export const MISSED_CALL = 'missed-call'
export const HOLD_EXPIRES = 'hold-expires'
export const ANSWER_PENDING = 'answer-pending'

export type SystemTaskKind = Exclude<TaskContent['kind'], 'custom'>

/** A task as the database keeps it: a text, or the kind (`reason`) and its data. */
type StoredContent = { text: string; reason: string | null; data: unknown }

export const storedContent = ({ kind, ...data }: TaskContent): StoredContent =>
  'text' in data ? { text: data.text, reason: null, data: null } : { text: '', reason: kind, data }

/** Tasks that the system created in an earlier version have a text and no data: they are shown as they were written. */
export const contentOf = ({ text, reason, data }: StoredContent): TaskContent =>
  reason === null || data === null
    ? { kind: 'custom', text }
    : ({ kind: reason, ...(data as object) } as Exclude<TaskContent, { kind: 'custom' }>)

export type TaskRepeat = (typeof TASK_REPEATS)[number]

const DAYS: Record<Exclude<TaskRepeat, 'monthly'>, number> = { daily: 1, weekly: 7 }

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day of the month in the account's zone: a task of the 31st stays one of the last day of each month. */
export const dayOfMonth = (at: Date, zone: string): number => Number(toLocalTime(at, zone).slice(8, 10))

/** The date of the occurrence after `count` periods; dates are UTC midnights. */
const dateAfter = (date: Date, repeat: TaskRepeat, day: number, count: number): Date => {
  if (repeat !== 'monthly') return new Date(date.getTime() + DAYS[repeat] * count * 86_400_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + count]
  return new Date(Date.UTC(year, month - 1, Math.min(day, lastDayOf(year, month))))
}

/** The most occurrences that are skipped: eleven years of days. */
const MOST_SKIPPED = 4_000

/**
 * When the task after this one is due: at the same time of the day in the account's zone, whatever its clock does, the
 * first time after both this one and now. A task that was completed late does not leave a row of overdue ones.
 */
export const nextDueAt = (
  { dueAt, repeat, repeatDay }: { dueAt: Date; repeat: TaskRepeat; repeatDay: number | null },
  zone: string,
  now: Date,
): Date => {
  const [day = '', time = ''] = toLocalTime(dueAt, zone).split(' ')
  const date = new Date(`${day}T00:00:00Z`)
  const latest = Math.max(dueAt.getTime(), now.getTime())
  for (let count = 1; count <= MOST_SKIPPED; count++) {
    const next = dateAfter(date, repeat, repeatDay ?? date.getUTCDate(), count)
    const at = fromLocalTime(`${next.toISOString().slice(0, 10)} ${time}`, zone)
    if (at && at.getTime() > latest) return at
  }
  return new Date(latest + 86_400_000)
}

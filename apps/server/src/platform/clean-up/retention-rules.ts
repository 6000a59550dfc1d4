import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import { RETENTION, RETENTION_KINDS, type RetentionKind } from '@patchbay/contract/platform/retention-constants'

const DAY_MS = 86_400_000

/** The setting of an account: undefined where it has none of its own, null for ever. */
export type KeepDays = number | null | undefined

export const keepDaysFor = (kind: RetentionKind, own: KeepDays): number | null =>
  own === undefined ? RETENTION[kind].normally : own

/**
 * D-144: what is older than this goes; undefined: nothing does. Whole days of the account, so that a report's day is either kept
 * or not.
 */
export const cutoffFor = (keepDays: number | null, now: Date, timezone: string): Date | undefined => {
  if (keepDays === null) return undefined
  const today = toLocalTime(now, timezone).slice(0, 10)
  const day = new Date(Date.parse(today) - keepDays * DAY_MS).toISOString().slice(0, 10)
  return fromLocalTime(day, timezone)
}

/** D-144: what is wrong with these settings, by kind. */
export const retentionProblems = (
  settings: readonly { kind: RetentionKind; keepDays: number | null }[],
): Record<string, string> =>
  Object.fromEntries(
    settings.flatMap(({ kind, keepDays }) =>
      keepDays !== null && keepDays < RETENTION[kind].least
        ? [[kind, `is kept for at least ${RETENTION[kind].least} days`]]
        : [],
    ),
  )

/** As `patchbay account retention` takes it: calls=1095, messages=forever. Undefined: not a setting. */
export const readRetention = (pair: string): { kind: RetentionKind; keepDays: number | null } | undefined => {
  const [name, value = ''] = pair.split('=')
  const kind = RETENTION_KINDS.find((one) => one === name)
  if (!kind || !/^([1-9]\d{0,4}|forever)$/.test(value)) return undefined
  return { kind, keepDays: value === 'forever' ? null : Number(value) }
}

/** D-144: figures of days whose calls or messages were deleted stay as they were. */
export const isDayComputable = (dayFrom: Date, deletedTo: Date | undefined): boolean =>
  deletedTo === undefined || dayFrom >= deletedTo

import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'

/** The kinds of tasks that the system creates. The partial index of open tasks has this value, so SQL writes it as a literal (`sql.lit`). */
export const MISSED_CALL = 'missed-call'
export const HOLD_EXPIRES = 'hold-expires'

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

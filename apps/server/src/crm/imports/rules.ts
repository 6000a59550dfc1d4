import type {
  ImportCommand,
  ImportField,
  ImportKind,
  ImportStatus,
  OnMatch,
} from '@patchbay/contract/crm/import-constants'
import { IMPORT_FIELDS, MATCH_FIELDS, REPEATED_FIELDS } from '@patchbay/contract/crm/import-constants'
import type { ImportCounts } from '@patchbay/contract/crm/workspace/imports'

// The steps of an import, and what may be done in each.

export const NO_COUNTS: ImportCounts = {
  ...{ create: 0, update: 0, skip: 0, error: 0 },
  ...{ created: 0, updated: 0, skipped: 0, failed: 0 },
  ...{ undone: 0, kept: 0 },
}

export const addCounts = (counts: ImportCounts, results: readonly (keyof ImportCounts)[]): ImportCounts => {
  const sum = { ...counts }
  for (const result of results) sum[result]++
  return sum
}

/** The rows that the current step has finished. */
export const rowsDone = (status: ImportStatus, counts: ImportCounts, rowCount: number): number => {
  const { create, update, skip, error, created, updated, skipped, failed, undone, kept } = counts
  if (status === 'checking' || status === 'checked') return create + update + skip + error
  if (status === 'running' || status === 'done' || status === 'canceled') return created + updated + skipped + failed
  if (status === 'undoing' || status === 'undone') return undone + kept
  return status === 'reading' ? rowCount : 0
}

type State = { status: ImportStatus; paused: boolean }

/** For how long an import can be undone: its rows are deleted afterwards. */
export const UNDO_DAYS = 30
export const undoUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + UNDO_DAYS * 86_400_000)

const WORKING: readonly ImportStatus[] = ['reading', 'checking', 'running', 'undoing']
export const isWorking = (status: ImportStatus): boolean => WORKING.includes(status)

/** The state after a command; undefined: the import does not allow it now. */
export const decideCommand = (
  { status, paused }: State,
  command: ImportCommand,
  { finishedAt, now }: { finishedAt: Date | null; now: Date },
): State | undefined => {
  const next = (to: ImportStatus): State => ({ status: to, paused: false })
  switch (command) {
    case 'start':
      return status === 'checked' ? next('running') : undefined
    case 'pause':
      return isWorking(status) && !paused ? { status, paused: true } : undefined
    case 'resume':
      return paused ? { status, paused: false } : undefined
    case 'cancel':
      if (status === 'reading' || status === 'checking') return next('uploaded')
      return status === 'running' ? next('canceled') : undefined
    case 'undo': {
      const isEnded = status === 'done' || status === 'canceled'
      return isEnded && finishedAt && undoUntil(finishedAt) > now ? next('undoing') : undefined
    }
  }
}

/** A dry run may be repeated with other columns until the import starts. */
export const canCheck = ({ status }: State): boolean =>
  status === 'uploaded' || status === 'checked' || status === 'failed'

/** Why the columns cannot be imported like this. Undefined: they can. */
export const whyMappingRefused = (
  kind: ImportKind,
  mapping: readonly (ImportField | null)[],
  matchBy: ImportField,
  onMatch: OnMatch,
): Record<string, string> | undefined => {
  const fields: readonly ImportField[] = IMPORT_FIELDS[kind]
  const used = mapping.filter((field) => field !== null)
  const unknown = used.find((field) => !fields.includes(field))
  if (unknown !== undefined) return { mapping: `${unknown} is not a field of ${kind}` }
  const twice = used.find((field, place) => !REPEATED_FIELDS.includes(field) && used.indexOf(field) !== place)
  if (twice !== undefined) return { mapping: `two columns are mapped to ${twice}` }
  if (used.length === 0) return { mapping: 'choose the field of at least one column' }
  const matches: readonly ImportField[] = MATCH_FIELDS[kind]
  if (!matches.includes(matchBy)) return { matchBy: `${kind} are matched by ${matches.join(', ')}` }
  if (onMatch !== 'create' && !used.includes(matchBy)) return { matchBy: `no column is mapped to ${matchBy}` }
  return undefined
}

/** Whether two snapshots of an entity are the same; values are compared as JSON, in any order of the fields. */
export const isUnchanged = (now: Record<string, unknown>, then: Record<string, unknown>): boolean =>
  [...new Set([...Object.keys(now), ...Object.keys(then)])].every(
    (name) => JSON.stringify(now[name] ?? null) === JSON.stringify(then[name] ?? null),
  )

/** The lane of an import: one per import, its key is the id. */
export const IMPORT_LANE = 'import'
export const laneOf = (id: number) => ({ kind: IMPORT_LANE, key: String(id), endpoint: 'imports' })

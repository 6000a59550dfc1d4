import { MOST_IMPORT_ROWS } from '@patchbay/contract/crm/import-constants'
import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate, isMissingReference } from '../../lib/db/pg-errors.ts'
import { inAccount, inSavepoint } from '../../lib/db/transaction.ts'
import { planCustomer, undoCustomer } from './customer-service.ts'
import { planOrder, undoOrder } from './order-service.ts'
import { readFileRows } from './reading-service.ts'
import { problemsOf, type Values, valuesOf } from './row-rules.ts'
import {
  type ImportContext,
  loadContext,
  loadKnown,
  matchKeyOf,
  problemsOfError,
  RowRefused,
  type RowResult,
} from './row-service.ts'
import {
  type CheckedRow,
  type FinishedRow,
  listEarlierKeys,
  listRowsAfter,
  listRowsToUndo,
  type StoredRow,
  saveChecked,
  saveOutcomes,
} from './row-store.ts'
import { addCounts } from './rules.ts'
import { lockImport, type StoredImport, updateImport } from './store.ts'

// The steps of an import, a batch at a time. One transaction saves what a batch changes, the result of each of its rows and
// the progress, behind the lock of the import: a worker that dies at any moment loses no row and doubles none.

/** Short enough that a pause, or a customer whom somebody else edits, waits for less than a second. */
const BATCH = 50
/** A dry run of customers only reads. */
const CHECKED_AT_ONCE = 200

const HANDLERS = {
  customers: { plan: planCustomer, undo: undoCustomer },
  orders: { plan: planOrder, undo: undoOrder },
} as const

const checkResultOf = (outcome: RowResult['outcome']): CheckedRow['checked'] =>
  outcome === 'created' ? 'create' : outcome === 'updated' ? 'update' : 'skip'

/** Thrown to roll back what the dry run of an order has saved. */
class DryRun extends Error {
  readonly result: RowResult
  constructor(result: RowResult) {
    super('dry run')
    this.result = result
  }
}

type Attempt =
  | { result: Pick<RowResult, 'outcome'>; problems?: undefined }
  | { result?: undefined; problems: RowProblem[] }
type Saved = { result: RowResult; problems?: undefined } | { result?: undefined; problems: RowProblem[] }

/** Problems of the row instead of the errors that its rules throw. */
const orProblems = async <T>(work: () => Promise<T>): Promise<{ result: T } | { problems: RowProblem[] }> => {
  try {
    return { result: await work() }
  } catch (error) {
    const problems = problemsOfError(error)
    if (problems) return { problems }
    throw error
  }
}

const tryRow = async (
  trx: Db,
  context: ImportContext,
  kind: StoredImport['kind'],
  row: StoredRow,
): Promise<Attempt> => {
  const { mapping } = context.options
  const problems = problemsOf(row.cells, mapping, context.account.timezone)
  if (problems.length > 0) return { problems }
  const plan = () => HANDLERS[kind].plan(trx, context, valuesOf(row.cells, mapping))
  if (kind === 'customers') return orProblems(plan)
  return orProblems(() =>
    inSavepoint(trx, async () => {
      throw new DryRun(await (await plan()).save())
    }).catch((error: unknown) => {
      if (error instanceof DryRun) return error.result
      throw error
    }),
  )
}

const saveRow = async (trx: Db, context: ImportContext, kind: StoredImport['kind'], row: StoredRow): Promise<Saved> => {
  const { mapping } = context.options
  const problems = problemsOf(row.cells, mapping, context.account.timezone)
  if (problems.length > 0) return { problems }
  const values: Values = valuesOf(row.cells, mapping)
  const plan = () => HANDLERS[kind].plan(trx, context, values)
  if (kind === 'orders' || context.isCareful)
    return orProblems(() => inSavepoint(trx, async () => (await plan()).save()))
  // The plan of a customer only reads, and what it has checked fails only if another transaction came first.
  const planned = await orProblems(plan)
  return 'problems' in planned ? planned : { result: await planned.result.save() }
}

const loadBatch = async (trx: Db, one: StoredImport, context: ImportContext, most: number): Promise<StoredRow[]> => {
  const rows = await listRowsAfter(trx, one.id, one.position, most)
  const values = rows.map(({ cells }) => valuesOf(cells, one.mapping))
  if (one.kind === 'customers') await loadKnown(trx, context, values)
  return rows
}

/** A row whose customer or order is created by an earlier row of the file. */
const afterEarlierRow = ({ options }: ImportContext, value: string): Pick<CheckedRow, 'checked' | 'problems'> =>
  options.onMatch === 'create'
    ? { checked: 'error', problems: [{ code: 'twice-in-file', field: options.matchBy, value }] }
    : { checked: options.onMatch, problems: [] }

const checkBatch = async (
  trx: Db,
  one: StoredImport,
  context: ImportContext,
  rows: StoredRow[],
): Promise<CheckedRow[]> => {
  const keyed = rows.map((row) => ({ row, key: matchKeyOf(context, valuesOf(row.cells, one.mapping)) ?? null }))
  const keys = keyed.flatMap(({ key }) => key ?? [])
  const earlier = await listEarlierKeys(trx, one.id, keys, rows[0]?.row ?? 0)
  const checked: CheckedRow[] = []
  for (const { row, key } of keyed) {
    const { result, problems } = await tryRow(trx, context, one.kind, row)
    const alone = problems
      ? ({ checked: 'error', problems } as const)
      : { checked: checkResultOf(result.outcome), problems: [] }
    const isRepeated = alone.checked === 'create' && key !== null && earlier.has(key)
    checked.push({ row: row.row, matchKey: key, ...(isRepeated ? afterEarlierRow(context, key) : alone) })
    if (key !== null && checked.at(-1)?.checked !== 'error') earlier.add(key)
  }
  return checked
}

const runBatch = async (
  trx: Db,
  one: StoredImport,
  context: ImportContext,
  rows: StoredRow[],
): Promise<FinishedRow[]> => {
  const finished: FinishedRow[] = []
  for (const row of rows) {
    const { result, problems } = await saveRow(trx, context, one.kind, row)
    finished.push({
      row: row.row,
      outcome: result?.outcome ?? 'failed',
      problems: problems ?? [],
      entityId: result?.entityId ?? null,
      customerId: result?.customerId ?? null,
      before: result?.before ?? null,
      after: result?.after ?? null,
    })
  }
  return finished
}

/** What refers to something that is gone meanwhile, or whose external id was given away, cannot be restored. */
const undoRow = async (
  trx: Db,
  context: ImportContext,
  kind: StoredImport['kind'],
  row: StoredRow,
): Promise<RowProblem | undefined> => {
  try {
    return await inSavepoint(trx, async () => {
      const problem = await HANDLERS[kind].undo(trx, context, row)
      if (problem) throw new RowRefused([problem])
      return undefined
    })
  } catch (error) {
    if (error instanceof RowRefused) return error.problems[0]
    if (isDuplicate(error) || isMissingReference(error)) return { code: 'changed' }
    throw error
  }
}

const undoBatch = async (
  trx: Db,
  one: StoredImport,
  context: ImportContext,
  rows: StoredRow[],
): Promise<FinishedRow[]> => {
  const finished: FinishedRow[] = []
  for (const row of rows) {
    const problem = await undoRow(trx, context, one.kind, row)
    finished.push({ ...row, outcome: problem ? 'kept' : 'undone', problems: problem ? [problem] : [] })
  }
  return finished
}

type Step = { finished: boolean; more: boolean }
const IDLE: Step = { finished: false, more: false }

const check = async (trx: Db, one: StoredImport, context: ImportContext): Promise<Step> => {
  const most = one.kind === 'customers' ? CHECKED_AT_ONCE : BATCH
  const rows = await loadBatch(trx, one, context, most)
  const checked = await checkBatch(trx, one, context, rows)
  await saveChecked(trx, one.id, checked)
  const counts = addCounts(
    one.counts,
    checked.map((row) => row.checked),
  )
  const more = rows.length === most
  const position = rows.at(-1)?.row ?? one.position
  await updateImport(trx, one.id, { counts, position, ...(!more && { status: 'checked', position: 0 }) })
  return { finished: !more, more }
}

const run = async (trx: Db, one: StoredImport, context: ImportContext, now: Date): Promise<Step> => {
  const rows = await loadBatch(trx, one, context, BATCH)
  const finished = await runBatch(trx, one, context, rows)
  await saveOutcomes(trx, one.id, finished)
  const counts = addCounts(
    one.counts,
    finished.map(({ outcome }) => outcome),
  )
  const more = rows.length === BATCH
  const position = rows.at(-1)?.row ?? one.position
  await updateImport(trx, one.id, { counts, position, ...(!more && { status: 'done', finishedAt: now }) })
  return { finished: !more, more }
}

const undo = async (trx: Db, one: StoredImport, context: ImportContext): Promise<Step> => {
  const rows = await listRowsToUndo(trx, one.id, BATCH)
  const finished = await undoBatch(trx, one, context, rows)
  await saveOutcomes(trx, one.id, finished)
  const counts = addCounts(
    one.counts,
    finished.map(({ outcome }) => outcome),
  )
  const more = rows.length === BATCH
  await updateImport(trx, one.id, { counts, ...(!more && { status: 'undone' }) })
  return { finished: !more, more }
}

const STEPS: Partial<Record<StoredImport['status'], typeof run>> = { checking: check, running: run, undoing: undo }

/** After the commit. */
export const publishImport = ({ live }: Deps, accountId: number, id: number, finished = false): Promise<void> =>
  live.publish(accountId, { type: 'import-changed', id, finished })

/** One batch of the current step; returns whether there is more to do. `holds`: the worker still has its lease. */
export const stepImport = async (
  deps: Deps,
  accountId: number,
  id: number,
  holds: () => boolean = () => true,
): Promise<boolean> => {
  const account = await deps.accounts.account(accountId)
  const batch = (isCareful: boolean) =>
    inAccount(deps.db, accountId, async (trx): Promise<Step | 'read'> => {
      const one = await lockImport(trx, id)
      if (!one || one.paused) return IDLE
      if (one.status === 'reading') return 'read'
      const next = STEPS[one.status]
      return next ? next(trx, one, await loadContext(trx, deps, account, one, isCareful), deps.now()) : IDLE
    })
  const step = await batch(false).catch((error: unknown) => {
    // A value was taken by somebody else meanwhile: again, each row for itself.
    if (isDuplicate(error)) return batch(true)
    throw error
  })
  const { finished, more } = step === 'read' ? await readFileRows(deps, accountId, id, holds, MOST_IMPORT_ROWS) : step
  await publishImport(deps, accountId, id, finished)
  return more
}

import type { CHECK_RESULTS, ROW_OUTCOMES } from '@patchbay/contract/crm/import-constants'
import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type CheckResult = (typeof CHECK_RESULTS)[number]
export type RowOutcome = (typeof ROW_OUTCOMES)[number]
export type Snapshot = Record<string, unknown>

export type StoredRow = {
  row: number
  cells: string[]
  checked: CheckResult | null
  outcome: RowOutcome | null
  problems: RowProblem[]
  entityId: number | null
  customerId: number | null
  before: Snapshot | null
  after: Snapshot | null
}

/** A row that is staged already stays: a worker that has lost its lease may still write one batch. */
export const insertRows = async (
  db: Db,
  importId: number,
  rows: readonly { row: number; cells: readonly string[] }[],
): Promise<void> => {
  const json = JSON.stringify(rows.map(({ row, cells }) => ({ row_no: row, cells })))
  await sql`
    insert into csv_import_row (import_id, row_no, cells)
    select ${importId}, row_no, cells from jsonb_to_recordset(${json}::jsonb) as x(row_no integer, cells jsonb)
    on conflict do nothing`.execute(db)
}

/** A batch; true when there may be more. */
export const deleteRows = async (db: Db, importId: number, limit: number): Promise<boolean> => {
  const { rows } = await sql<{ row_no: number }>`
    delete from csv_import_row where import_id = ${importId} and row_no in (
      select row_no from csv_import_row where import_id = ${importId} order by row_no limit ${limit})
    returning row_no`.execute(db)
  return rows.length === limit
}

const selectRows = (db: Db, importId: number) =>
  db
    .selectFrom('csv_import_row')
    .select(['row_no', 'cells', 'checked', 'outcome', 'problems', 'entity_id', 'customer_id', 'before', 'after'])
    .where('import_id', '=', importId)

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

const toRow = (row: Row): StoredRow => ({
  row: row.row_no,
  cells: row.cells as string[],
  checked: row.checked as CheckResult | null,
  outcome: row.outcome as RowOutcome | null,
  problems: row.problems as RowProblem[],
  entityId: row.entity_id,
  customerId: row.customer_id,
  before: row.before as Snapshot | null,
  after: row.after as Snapshot | null,
})

export const listRowsAfter = async (db: Db, importId: number, row: number, limit: number): Promise<StoredRow[]> =>
  (await selectRows(db, importId).where('row_no', '>', row).orderBy('row_no').limit(limit).execute()).map(toRow)

/** The latest first: a later row may have changed what an earlier one created. */
export const listRowsToUndo = async (db: Db, importId: number, limit: number): Promise<StoredRow[]> => {
  const done = selectRows(db, importId).orderBy('row_no', 'desc').limit(limit)
  // Two queries: each is a range of an index.
  const [created, updated] = [
    await done.where('outcome', '=', 'created').execute(),
    await done.where('outcome', '=', 'updated').execute(),
  ]
  return [...created, ...updated]
    .map(toRow)
    .toSorted((one, other) => other.row - one.row)
    .slice(0, limit)
}

export const listRowsByResult = async (
  db: Db,
  importId: number,
  result: CheckResult | RowOutcome,
  after: number,
  limit: number,
): Promise<StoredRow[]> => {
  const isCheck = result === 'create' || result === 'update' || result === 'skip' || result === 'error'
  const rows = await selectRows(db, importId)
    .where(isCheck ? 'checked' : 'outcome', '=', result)
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

/** Of these keys, those that an earlier row of the file has and would be imported with. */
export const listEarlierKeys = async (
  db: Db,
  importId: number,
  keys: readonly string[],
  before: number,
): Promise<Set<string>> => {
  const { rows } = await sql<{ match_key: string }>`
    select distinct match_key from csv_import_row
    where import_id = ${importId} and match_key = any(${keys}::text[]) and row_no < ${before}
      and checked <> 'error'`.execute(db)
  return new Set(rows.map(({ match_key }) => match_key))
}

export type CheckedRow = { row: number; checked: CheckResult; problems: RowProblem[]; matchKey: string | null }

export const saveChecked = async (db: Db, importId: number, rows: readonly CheckedRow[]): Promise<void> => {
  const json = JSON.stringify(
    rows.map(({ row, checked, problems, matchKey }) => ({ row_no: row, checked, problems, match_key: matchKey })),
  )
  await sql`
    update csv_import_row r set checked = x.checked, problems = x.problems, match_key = x.match_key
    from jsonb_to_recordset(${json}::jsonb) as x(row_no integer, checked text, problems jsonb, match_key text)
    where r.import_id = ${importId} and r.row_no = x.row_no`.execute(db)
}

export type FinishedRow = {
  row: number
  outcome: RowOutcome
  problems: RowProblem[]
  entityId: number | null
  customerId: number | null
  before: Snapshot | null
  after: Snapshot | null
}

export const saveOutcomes = async (db: Db, importId: number, rows: readonly FinishedRow[]): Promise<void> => {
  const json = JSON.stringify(
    rows.map(({ row, entityId, customerId, ...rest }) => ({
      ...{ row_no: row, entity_id: entityId, customer_id: customerId },
      ...rest,
    })),
  )
  // json, not jsonb: the order of the members is kept, so that snapshots can be compared.
  await sql`
    update csv_import_row r set outcome = x.outcome, problems = x.problems, entity_id = x.entity_id,
      customer_id = x.customer_id, before = x.before, after = x.after
    from json_to_recordset(${json}::json) as x(row_no integer, outcome text, problems jsonb, entity_id bigint,
      customer_id bigint, before json, after json)
    where r.import_id = ${importId} and r.row_no = x.row_no`.execute(db)
}

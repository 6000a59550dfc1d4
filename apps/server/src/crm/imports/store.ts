import type {
  ImportEncoding,
  ImportField,
  ImportKind,
  ImportStatus,
  OnMatch,
  Separator,
} from '@patchbay/contract/crm/import-constants'
import type { Import, ImportCounts } from '@patchbay/contract/crm/workspace/imports'
import type { Selectable, Updateable } from 'kysely'
import type { DB } from '../../db.generated.ts'
import type { Db } from '../../lib/db/database.ts'
import { NO_COUNTS } from './rules.ts'

export type StoredImport = {
  id: number
  kind: ImportKind
  status: ImportStatus
  paused: boolean
  fileId: string
  fileName: string
  fileBytes: number
  encoding: ImportEncoding
  separator: Separator
  headings: string[]
  mapping: (ImportField | null)[]
  matchBy: ImportField
  onMatch: OnMatch
  shop: string | null
  rowCount: number
  /** The last row that the current step has finished. */
  position: number
  counts: ImportCounts
  problem: NonNullable<Import['problem']> | null
  createdBy: number
  createdAt: Date
  finishedAt: Date | null
  purgedAt: Date | null
}

const COLUMNS = [
  'id',
  'kind',
  'status',
  'paused',
  'file_id',
  'file_name',
  'file_bytes',
  'encoding',
  'separator',
  'headings',
  'mapping',
  'match_by',
  'on_match',
  'shop',
  'row_count',
  'position',
  'counts',
  'problem',
  'created_by',
  'created_at',
  'finished_at',
  'purged_at',
] as const

type Row = Pick<Selectable<DB['csv_import']>, (typeof COLUMNS)[number]>

const toImport = (row: Row): StoredImport => ({
  id: row.id,
  kind: row.kind as ImportKind,
  status: row.status as ImportStatus,
  paused: row.paused,
  fileId: row.file_id,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  encoding: row.encoding as ImportEncoding,
  separator: row.separator as Separator,
  headings: row.headings as string[],
  mapping: row.mapping as (ImportField | null)[],
  matchBy: row.match_by as ImportField,
  onMatch: row.on_match as OnMatch,
  shop: row.shop,
  rowCount: row.row_count,
  position: row.position,
  counts: { ...NO_COUNTS, ...(row.counts as Partial<ImportCounts>) },
  problem: row.problem as StoredImport['problem'],
  createdBy: row.created_by,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  purgedAt: row.purged_at,
})

export type NewImport = Pick<
  StoredImport,
  | 'kind'
  | 'fileId'
  | 'fileName'
  | 'fileBytes'
  | 'encoding'
  | 'separator'
  | 'headings'
  | 'mapping'
  | 'matchBy'
  | 'onMatch'
  | 'createdBy'
>

export const insertImport = async (db: Db, one: NewImport): Promise<number> => {
  const { id } = await db
    .insertInto('csv_import')
    .values({
      kind: one.kind,
      file_id: one.fileId,
      file_name: one.fileName,
      file_bytes: one.fileBytes,
      encoding: one.encoding,
      separator: one.separator,
      headings: JSON.stringify(one.headings),
      mapping: JSON.stringify(one.mapping),
      match_by: one.matchBy,
      on_match: one.onMatch,
      created_by: one.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selectImports = (db: Db) => db.selectFrom('csv_import').select(COLUMNS)

export const findImport = async (db: Db, id: number): Promise<StoredImport | undefined> => {
  const row = await selectImports(db).where('id', '=', id).executeTakeFirst()
  return row && toImport(row)
}

/** Commands and batches take this lock, so that each sees what the other has saved. */
export const lockImport = async (db: Db, id: number): Promise<StoredImport | undefined> => {
  const row = await selectImports(db).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toImport(row)
}

/** Newest first. */
export const listImports = async (db: Db, limit: number): Promise<StoredImport[]> =>
  (await selectImports(db).orderBy('id', 'desc').limit(limit).execute()).map(toImport)

export type ImportChange = Partial<Omit<StoredImport, 'id' | 'kind' | 'createdBy' | 'createdAt' | 'fileId'>>

const jsonOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))

export const updateImport = async (db: Db, id: number, change: ImportChange): Promise<void> => {
  const columns: Updateable<DB['csv_import']> = {
    status: change.status,
    paused: change.paused,
    encoding: change.encoding,
    separator: change.separator,
    headings: jsonOf(change.headings),
    mapping: jsonOf(change.mapping),
    match_by: change.matchBy,
    on_match: change.onMatch,
    shop: change.shop,
    row_count: change.rowCount,
    position: change.position,
    counts: jsonOf(change.counts),
    problem: change.problem,
    finished_at: change.finishedAt,
    purged_at: change.purgedAt,
  }
  const set = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  await db.updateTable('csv_import').set(set).where('id', '=', id).execute()
}

export const listHeadings = async (db: Db, kind: ImportKind): Promise<Map<string, ImportField | null>> => {
  const rows = await db.selectFrom('csv_import_heading').select(['heading', 'field']).where('kind', '=', kind).execute()
  return new Map(rows.map(({ heading, field }) => [heading, field === '' ? null : (field as ImportField)]))
}

export const saveHeadings = async (
  db: Db,
  kind: ImportKind,
  headings: ReadonlyMap<string, ImportField | null>,
): Promise<void> => {
  if (headings.size === 0) return
  await db
    .insertInto('csv_import_heading')
    .values([...headings].map(([heading, field]) => ({ kind, heading, field: field ?? '' })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'heading']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })),
    )
    .execute()
}

/** Imports that ended before then and still have their rows. */
export const listPurgeable = async (db: Db, before: Date): Promise<StoredImport[]> => {
  const query = selectImports(db).where('created_at', '<', before).where('purged_at', 'is', null)
  return (await query.execute()).map(toImport)
}

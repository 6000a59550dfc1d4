import type { Export, ExportColumn } from '@patchbay/contract/platform/workspace/exports'
import type { Selectable } from 'kysely'
import type { DB } from '../../db.generated.ts'
import type { Db } from '../../lib/db/database.ts'

export type StoredExport = {
  id: number
  list: Export['list']
  query: Record<string, unknown>
  columns: ExportColumn[]
  separator: string
  status: Export['status']
  rows: number
  fileId: string | null
  fileBytes: number | null
  createdBy: number
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = [
  'id',
  'list',
  'query',
  'columns',
  'separator',
  'status',
  'rows',
  'file_id',
  'file_bytes',
  'created_by',
  'created_at',
  'expires_at',
] as const

const toExport = (row: Pick<Selectable<DB['list_export']>, (typeof COLUMNS)[number]>): StoredExport => ({
  id: row.id,
  list: row.list as StoredExport['list'],
  query: row.query as Record<string, unknown>,
  columns: row.columns as ExportColumn[],
  separator: row.separator,
  status: row.status as StoredExport['status'],
  rows: row.rows,
  fileId: row.file_id,
  fileBytes: row.file_bytes,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

export type NewExport = Pick<
  StoredExport,
  'list' | 'query' | 'columns' | 'separator' | 'status' | 'rows' | 'createdBy' | 'createdAt' | 'expiresAt'
>

export const insertExport = async (db: Db, one: NewExport): Promise<StoredExport> =>
  toExport(
    await db
      .insertInto('list_export')
      .values({
        list: one.list,
        query: JSON.stringify(one.query),
        columns: JSON.stringify(one.columns),
        separator: one.separator,
        status: one.status,
        rows: one.rows,
        created_by: one.createdBy,
        created_at: one.createdAt,
        expires_at: one.expiresAt,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )

const selectExports = (db: Db) => db.selectFrom('list_export').select(COLUMNS)

export const findExport = async (db: Db, id: number): Promise<StoredExport | undefined> => {
  const row = await selectExports(db).where('id', '=', id).executeTakeFirst()
  return row && toExport(row)
}

/** Of this user, newest first. */
export const listExports = async (db: Db, userId: number, now: Date, limit: number): Promise<StoredExport[]> => {
  const rows = await selectExports(db)
    .where('created_by', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toExport)
}

/** False when it was deleted meanwhile. */
export const updateProgress = async (db: Db, id: number, rows: number): Promise<boolean> => {
  const row = await db.updateTable('list_export').set({ rows }).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** False when it was deleted meanwhile. */
export const updateResult = async (
  db: Db,
  id: number,
  result: Pick<StoredExport, 'status'> & Partial<Pick<StoredExport, 'rows' | 'fileId' | 'fileBytes'>>,
): Promise<boolean> => {
  const { status, rows, fileId, fileBytes } = result
  const row = await db
    .updateTable('list_export')
    .set({
      status,
      ...(rows !== undefined && { rows }),
      ...(fileId !== undefined && { file_id: fileId }),
      ...(fileBytes !== undefined && { file_bytes: fileBytes }),
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteExport = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('list_export').where('id', '=', id).execute()
}

export const listExpired = async (db: Db, now: Date, limit: number): Promise<StoredExport[]> =>
  (await selectExports(db).where('expires_at', '<', now).orderBy('expires_at').limit(limit).execute()).map(toExport)

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { FileKind } from './rules.ts'

export type FileFacts = {
  id: string
  kind: FileKind
  mimeType: string
  size: number
  width: number | null
  height: number | null
}

const columns = ['id', 'kind', 'mime_type', 'size', 'width', 'height'] as const
type Row = { id: string; kind: string; mime_type: string; size: number; width: number | null; height: number | null }

const toFile = ({ mime_type, kind, ...row }: Row): FileFacts => ({
  ...row,
  kind: kind as FileKind,
  mimeType: mime_type,
})

export const listFiles = async (db: Db, ids: readonly string[]): Promise<FileFacts[]> => {
  const rows = await db.selectFrom('file').select(columns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return rows.map(toFile)
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

/** Undefined also for an id that is not a UUID. */
export const findFile = async (db: Db, id: string): Promise<FileFacts | undefined> =>
  isUuid(id) ? (await listFiles(db, [id]))[0] : undefined

/** D-81: of these files, those of this module or of users, not those of another module. */
export const listFilesOfModule = async (db: Db, ids: readonly string[], moduleId: number): Promise<FileFacts[]> => {
  const rows = await db
    .selectFrom('file')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((where) => where.or([where('module_id', 'is', null), where('module_id', '=', moduleId)]))
    .execute()
  return rows.map(toFile)
}

export const findFileOfModule = async (db: Db, id: string, moduleId: number): Promise<FileFacts | undefined> =>
  isUuid(id) ? (await listFilesOfModule(db, [id], moduleId))[0] : undefined

/** The bytes of all files of the account. */
export const sumFiles = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('file')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql<string>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(row.bytes)
}

export type NewFile = FileFacts & {
  sha256: Buffer
  sourceUrl: string | undefined
  by: { moduleId?: number; userId?: number }
}

export const insertFile = async (db: Db, file: NewFile): Promise<Date> => {
  const row = await db
    .insertInto('file')
    .values({
      id: file.id,
      kind: file.kind,
      mime_type: file.mimeType,
      size: file.size,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      source_url: file.sourceUrl ?? null,
      module_id: file.by.moduleId ?? null,
      user_id: file.by.userId ?? null,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return row.created_at
}

export const insertUpload = async (db: Db, id: string): Promise<void> => {
  await db.insertInto('file_upload').values({ id }).execute()
}

/** Whether it was there. */
export const deleteUpload = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('file_upload').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n

/** Of uploads that began before and were never completed. */
export const deleteOldUploads = async (db: Db, before: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from file_upload where id in (
      select id from file_upload where created_at < ${before} order by created_at limit ${most})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteFile = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('file').where('id', '=', id).execute()
}

/**
 * D-146: of the next files in the order of their ids, deletes those that nothing refers to. One that was uploaded after `before`
 * may still be linked. Undefined: there are no files after this id.
 */
export const deleteUnusedFiles = async (
  db: Db,
  before: Date,
  { after, most }: { after: string; most: number },
): Promise<{ last: string; ids: string[] } | undefined> => {
  const { rows } = await sql<{ last: string | null; ids: string[] }>`
    select last_id as last, gone as ids from delete_unused_files(${before}, ${after}, ${most})`.execute(db)
  const [row] = rows
  return row?.last ? { last: row.last, ids: row.ids } : undefined
}

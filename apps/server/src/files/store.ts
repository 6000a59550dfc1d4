import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

export type FileFacts = {
  id: string
  kind: 'image' | 'video' | 'file' | 'audio'
  mimeType: string
  size: number
  width: number | null
  height: number | null
}

export const listFiles = async (db: Db, ids: readonly string[]): Promise<FileFacts[]> => {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'kind', 'mime_type', 'size', 'width', 'height'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ mime_type, kind, ...row }) => ({ ...row, kind: kind as FileFacts['kind'], mimeType: mime_type }))
}

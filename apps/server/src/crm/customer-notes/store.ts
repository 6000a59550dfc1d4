import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type Note = { id: number; customerId: number; text: string; authorId: number | null; createdAt: Date }

export const insertNote = async (db: Db, note: Pick<Note, 'customerId' | 'text' | 'authorId'>): Promise<number> => {
  const { id } = await db
    .insertInto('customer_note')
    .values({ customer_id: note.customerId, text: note.text, author_id: note.authorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Newest first. */
export const listNotes = async (db: Db, customerIds: readonly number[], limit: number): Promise<Note[]> => {
  const rows = await db
    .selectFrom('customer_note')
    .select(['id', 'customer_id', 'text', 'author_id', 'created_at'])
    .where('customer_id', '=', sql<number>`any(${customerIds}::bigint[])`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    text: row.text,
    authorId: row.author_id,
    createdAt: row.created_at,
  }))
}

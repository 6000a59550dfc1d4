import type { Page } from '@patchbay/contract/base/pages'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'

export type Note = { id: number; customerId: number; text: string; authorId: number | null; createdAt: Date }

export const insertNote = async (db: Db, note: Pick<Note, 'customerId' | 'text' | 'authorId'>): Promise<number> => {
  const { id } = await db
    .insertInto('customer_note')
    .values({ customer_id: note.customerId, text: note.text, author_id: note.authorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Row = { id: number; customer_id: number; text: string; author_id: number | null; created_at: Date }

const toNote = (row: Row): Note => ({
  id: row.id,
  customerId: row.customer_id,
  text: row.text,
  authorId: row.author_id,
  createdAt: row.created_at,
})

const selectNotes = (db: Db) =>
  db.selectFrom('customer_note as n').select(['n.id', 'n.customer_id', 'n.text', 'n.author_id', 'n.created_at'])

/** Newest first. */
export const listNotes = async (db: Db, customerId: number, limit: number): Promise<Note[]> => {
  const rows = await selectNotes(db)
    .where('n.customer_id', '=', customerId)
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toNote)
}

/** How far notes are counted beyond the requested page. */
const COUNTED_AHEAD = 10_000

/** Newest first; null: of all customers, of all shops. */
export const listNotePage = async (
  db: Db,
  { customerIds, shopIds }: { customerIds: readonly number[] | null; shopIds: readonly number[] | null },
  { limit, page }: Page,
): Promise<{ notes: Note[]; total: number }> => {
  let query = selectNotes(db).orderBy('n.id', 'desc')
  if (customerIds) query = query.where('n.customer_id', '=', sql<number>`any(${customerIds}::bigint[])`)
  if (shopIds)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('customer as c')
          .select('c.id')
          .whereRef('c.id', '=', 'n.customer_id')
          .where('c.shop_id', '=', sql<number>`any(${shopIds}::bigint[])`),
      ),
    )
  const skip = (page - 1) * limit
  const counted = query.limit(skip + COUNTED_AHEAD).as('counted')
  const { total } = await db.selectFrom(counted).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.offset(skip).limit(limit).execute()
  return { notes: rows.map(toNote), total }
}

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveNotes = (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update customer_note set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)} returning id`,
  )

export const hasNotes = async (db: Db, customerId: number): Promise<boolean> =>
  (await db.selectFrom('customer_note').select('id').where('customer_id', '=', customerId).limit(1).execute()).length >
  0

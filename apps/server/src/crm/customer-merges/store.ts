import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { NO_ADDRESS } from '../addresses/rules.ts'
import type { Customer } from '../customers/rules.ts'
import type { Merged } from './rules.ts'

/** The ids of the rows that changed their owner, by kind. */
export type MovedRows = Record<string, number[]>

export type CustomerMerge = {
  id: number
  keptId: number
  duplicate: Customer
  keptBefore: Merged
  keptAfter: Merged
  moved: MovedRows
  userId: number
  createdAt: Date
}

export const insertMerge = async (db: Db, merge: Omit<CustomerMerge, 'id'>): Promise<number> => {
  const { id } = await db
    .insertInto('customer_merge')
    .values({
      kept_id: merge.keptId,
      merged_id: merge.duplicate.id,
      external_id: merge.duplicate.externalId,
      shop_id: merge.duplicate.shopId,
      kept_before: JSON.stringify(merge.keptBefore),
      kept_after: JSON.stringify(merge.keptAfter),
      merged: JSON.stringify(merge.duplicate),
      moved: JSON.stringify(merge.moved),
      user_id: merge.userId,
      created_at: merge.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selectMerges = (db: Db) =>
  db
    .selectFrom('customer_merge')
    .select(['id', 'kept_id', 'kept_before', 'kept_after', 'merged', 'moved', 'user_id', 'created_at'])
    .where('undone_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectMerges>['executeTakeFirstOrThrow']>>

/** Merges of earlier releases have no address. */
const withAddress = <Stored extends object>(stored: Stored) => ({ address: NO_ADDRESS, ...stored })

/** Times are texts in JSON. */
const toDuplicate = (stored: Customer): Customer => ({
  ...withAddress(stored),
  lastContactAt: stored.lastContactAt && new Date(stored.lastContactAt),
  createdAt: new Date(stored.createdAt),
  updatedAt: new Date(stored.updatedAt),
})

const toMerge = (row: Row): CustomerMerge => ({
  id: row.id,
  keptId: row.kept_id,
  duplicate: toDuplicate(row.merged as unknown as Customer),
  keptBefore: withAddress(row.kept_before as unknown as Merged),
  keptAfter: withAddress(row.kept_after as unknown as Merged),
  moved: row.moved as MovedRows,
  userId: row.user_id,
  createdAt: row.created_at,
})

export const findMerge = async (db: Db, id: number, keptId: number): Promise<CustomerMerge | undefined> => {
  const row = await selectMerges(db).where('id', '=', id).where('kept_id', '=', keptId).executeTakeFirst()
  return row && toMerge(row)
}

/** The latest first. */
export const listUndoableMerges = async (db: Db, keptId: number, since: Date): Promise<CustomerMerge[]> => {
  const query = selectMerges(db).where('kept_id', '=', keptId).where('created_at', '>', since)
  return (await query.orderBy('id', 'desc').execute()).map(toMerge)
}

/** False when it is undone already. */
export const updateUndone = async (db: Db, id: number, at: Date): Promise<boolean> => {
  const row = await db
    .updateTable('customer_merge')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of all customers that were merged into this one, also by way of another. */
export const listMergedIds = async (db: Db, keptId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive merged (id) as (
      select merged_id from customer_merge where kept_id = ${keptId} and undone_at is null
      union
      select m.merged_id from customer_merge m join merged on m.kept_id = merged.id where m.undone_at is null
    ) select id from merged`.execute(db)
  return rows.map(({ id }) => id)
}

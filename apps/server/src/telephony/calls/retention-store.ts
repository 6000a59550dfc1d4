import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** The oldest calls before a moment, locked; those that another transaction has wait for the next run. */
export const lockOldCalls = async (db: Db, before: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from call where started_at < ${before} order by started_at limit ${most} for update skip locked`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** With their events, cards, transcripts and routing decisions. */
export const deleteCalls = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db.deleteFrom('call').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
}

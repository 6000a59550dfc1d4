import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { OF_CALL } from '../calls/list-store.ts'
import { type StoredCall, toCall } from '../calls/store.ts'

export const closeCards = async (db: Db, callId: number, because: string): Promise<void> => {
  await db
    .updateTable('call_card')
    .set({ closed_at: sql`now()`, closed_because: because })
    .where('call_id', '=', callId)
    .where('closed_at', 'is', null)
    .execute()
}

/** The calls whose card this user should see now. */
export const listOpenCards = async (db: Db, userId: number): Promise<StoredCall[]> => {
  const rows = await db
    .selectFrom('call_card as k')
    .innerJoin('call', 'call.id', 'k.call_id')
    .select(OF_CALL)
    .where('k.user_id', '=', userId)
    .where('k.closed_at', 'is', null)
    .orderBy('call.id')
    .execute()
  return rows.map(toCall)
}

/** The first time counts: how long a card took to be seen. */
export const updateShown = async (db: Db, callId: number, userId: number): Promise<boolean> => {
  const row = await db
    .updateTable('call_card')
    .set({ shown_at: sql`coalesce(shown_at, now())` })
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .returning('call_id')
    .executeTakeFirst()
  return row !== undefined
}

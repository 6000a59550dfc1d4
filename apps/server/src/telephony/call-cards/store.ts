import { type CompiledQuery, sql } from 'kysely'
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

/** The calls whose card is open for this user. */
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

/** Keeps the first time: the trace shows how long the card took to appear. */
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

export type LastNote = { customerId: number; text: string; at: Date; by: string }

/**
 * The latest note about each customer, or on one of their latest calls. The note of a call that is still open is in its
 * form, as is that of `exceptCallId`.
 */
export const lastNotesQuery = (db: Db, customerIds: readonly number[], exceptCallId = 0): CompiledQuery<LastNote> =>
  sql<LastNote>`
    select c.id as "customerId", n.text, n.at, trim(concat(u.first_name, ' ', u.last_name)) as by
    from unnest(${customerIds}::bigint[]) c(id)
    cross join lateral (
      select text, at, author_id from (
        (select text, created_at as at, author_id from customer_note where customer_id = c.id order by id desc limit 1)
        union all
        select note, started_at, user_id from (
          select id, note, started_at, user_id, state from call where customer_id = c.id order by started_at desc limit 20
        ) latest
        where note <> '' and state not in ('ringing', 'talking') and id <> ${exceptCallId}
      ) notes
      order by at desc limit 1) n
    left join app_user u on u.id = n.author_id`.compile(db)

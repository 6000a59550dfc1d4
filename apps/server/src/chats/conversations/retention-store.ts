import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** Conversations in which nothing happened since, and of which nothing but the last message is left. */
export const lockOldChats = async (
  db: Db,
  before: Date,
  most: number,
): Promise<{ id: number; lastMessageId: number | null }[]> => {
  const { rows } = await sql<{ id: number; lastMessageId: number | null }>`
    select id, last_message_id as "lastMessageId" from chat
    where state in ('open', 'snoozed', 'closed') and active_at < ${before} and coalesce(state_at, active_at) < ${before}
      and not exists (select from message m where m.chat_id = chat.id and m.id is distinct from chat.last_message_id)
    limit ${most} for update skip locked`.execute(db)
  return rows
}

/** After unread messages were deleted. */
export const lowerUnread = async (db: Db, id: number, by: number): Promise<void> => {
  await sql`update chat set unread = greatest(0, unread - ${by}) where id = ${id}`.execute(db)
}

/** Those without messages, with their periods and assignments. */
export const deleteChats = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`delete from chat where id = any(${ids}::bigint[])`.execute(db)
}

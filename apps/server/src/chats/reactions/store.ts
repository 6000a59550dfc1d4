import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Reaction } from './rules.ts'

type Row = { message_id: number; user_id: number | null; emoji: string; emoji_key: string; created_at: Date }
const columns = ['message_id', 'user_id', 'emoji', 'emoji_key', 'created_at'] as const

const toReaction = (row: Row): Reaction => ({
  messageId: row.message_id,
  userId: row.user_id,
  emoji: row.emoji,
  key: row.emoji_key,
  at: row.created_at,
})

/** All reactions to these messages, the oldest first. */
export const listReactions = async (db: Db, messageIds: readonly number[]): Promise<Reaction[]> => {
  const rows = await db
    .selectFrom('reaction')
    .select(columns)
    .where('message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .orderBy('id')
    .execute()
  return rows.map(toReaction)
}

export const insertReaction = async (db: Db, reaction: Omit<Reaction, 'at'>): Promise<void> => {
  await db
    .insertInto('reaction')
    .values({
      message_id: reaction.messageId,
      user_id: reaction.userId,
      emoji: reaction.emoji,
      emoji_key: reaction.key,
    })
    .execute()
}

/** Of one actor: a user, or with null the customer. */
export const deleteReaction = async (db: Db, messageId: number, userId: number | null, key: string): Promise<void> => {
  await db
    .deleteFrom('reaction')
    .where('message_id', '=', messageId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('emoji_key', '=', key)
    .execute()
}

/** Of every user: to the transport they are one actor. */
export const deleteUsersReactions = async (db: Db, messageId: number, keys: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('reaction')
    .where('message_id', '=', messageId)
    .where('user_id', 'is not', null)
    .where('emoji_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
}

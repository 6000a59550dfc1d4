import { type Selectable, sql } from 'kysely'
import type { Reaction as ReactionTable } from '../../db.generated.ts'
import type { Db } from '../../lib/db/database.ts'
import type { Reaction } from './rules.ts'

const COLUMNS = ['id', 'message_id', 'user_id', 'emoji', 'emoji_key', 'first_use_id', 'created_at'] as const

type Row = Pick<Selectable<ReactionTable>, (typeof COLUMNS)[number]>

const toReaction = (row: Row): Reaction => ({
  messageId: row.message_id,
  userId: row.user_id,
  emoji: row.emoji,
  key: row.emoji_key,
  firstUse: row.first_use_id ?? row.id,
  at: row.created_at,
})

/** D-68: all reactions to these messages, in the order of first use. */
export const listReactions = async (db: Db, messageIds: readonly number[]): Promise<Reaction[]> => {
  const rows = await db
    .selectFrom('reaction')
    .select(COLUMNS)
    .where('message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .orderBy(sql`coalesce(first_use_id, id)`)
    .orderBy('id')
    .execute()
  return rows.map(toReaction)
}

export type NewReaction = Omit<Reaction, 'at' | 'firstUse'> & { firstUse: number | null }

export const insertReaction = async (db: Db, reaction: NewReaction): Promise<void> => {
  await db
    .insertInto('reaction')
    .values({
      message_id: reaction.messageId,
      user_id: reaction.userId,
      emoji: reaction.emoji,
      emoji_key: reaction.key,
      first_use_id: reaction.firstUse,
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

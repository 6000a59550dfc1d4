import type { ChatState } from '@patchbay/contract/base/constants'
import type { Client } from '@patchbay/contract/chats/messages'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'

export type Chat = {
  id: number
  channelId: number
  externalUserId: string
  externalChatId: string
  nickname: string
  firstName: string
  lastName: string
  avatarUrl: string | null
  client: Partial<Client>
  customerId: number | null
  managerId: number | null
  state: ChatState
  snoozedUntil: Date | null
  stateAt: Date | null
  /** Null: the customer, or the end of a snooze. */
  stateBy: number | null
  unread: number
  lastMessageId: number | null
  lastReaction: string | null
  lastReactionMessageId: number | null
  lastReactionAt: Date | null
  activeAt: Date
  replyDeadline: Date | null
}

export const COLUMNS = [
  'id',
  'channel_id',
  'external_user_id',
  'external_chat_id',
  'nickname',
  'first_name',
  'last_name',
  'avatar_url',
  'client',
  'customer_id',
  'manager_id',
  'state',
  'snoozed_until',
  'state_at',
  'state_by',
  'unread',
  'last_message_id',
  'last_reaction',
  'last_reaction_message_id',
  'last_reaction_at',
  'active_at',
  'reply_deadline',
] as const

type Row = Awaited<ReturnType<typeof selectRow>>
const selectRow = (db: Db) => db.selectFrom('chat').select(COLUMNS).executeTakeFirstOrThrow()

export const toChat = (row: Row): Chat => ({
  id: row.id,
  channelId: row.channel_id,
  externalUserId: row.external_user_id,
  externalChatId: row.external_chat_id,
  nickname: row.nickname,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: row.avatar_url,
  client: row.client as Partial<Client>,
  customerId: row.customer_id,
  managerId: row.manager_id,
  state: row.state as ChatState,
  snoozedUntil: row.snoozed_until,
  stateAt: row.state_at,
  stateBy: row.state_by,
  unread: row.unread,
  lastMessageId: row.last_message_id,
  lastReaction: row.last_reaction,
  lastReactionMessageId: row.last_reaction_message_id,
  lastReactionAt: row.last_reaction_at,
  activeAt: row.active_at,
  replyDeadline: row.reply_deadline,
})

/** Lock before any change in a chat: it orders its messages, reactions and webhooks. */
export const lockChat = async (db: Db, id: number): Promise<Chat | undefined> => {
  const row = await db.selectFrom('chat').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toChat(row)
}

export const findChat = async (db: Db, id: number): Promise<Chat | undefined> => {
  const row = await db.selectFrom('chat').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toChat(row)
}

export const listChatsById = async (db: Db, ids: readonly number[]): Promise<Chat[]> => {
  const rows = await db
    .selectFrom('chat')
    .select(COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(toChat)
}

const clientColumns = (client: Client) => {
  const { external_id: _id, nickname, first_name, last_name, avatar, ...rest } = client
  return {
    nickname,
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    avatar_url: avatar ?? null,
    client: JSON.stringify(rest),
  }
}

/** The chat with this customer, locked; created with their first message. */
export const openChat = async (db: Db, channelId: number, client: Client, externalChatId: string): Promise<Chat> => {
  const key = { channel_id: channelId, external_user_id: client.external_id, external_chat_id: externalChatId }
  const created = await db
    .insertInto('chat')
    .values({ ...key, ...clientColumns(client) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel_id', 'external_user_id', 'external_chat_id']).doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  if (created) return toChat(created)
  const row = await db
    .updateTable('chat')
    .set(clientColumns(client))
    .where('channel_id', '=', channelId)
    .where('external_user_id', '=', client.external_id)
    .where('external_chat_id', '=', externalChatId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toChat(row)
}

/** The chat that a transport names by its own id alone, without the customer. */
export const lockChatByExternalId = async (
  db: Db,
  channelId: number,
  externalChatId: string,
): Promise<Chat | undefined> => {
  const row = await db
    .selectFrom('chat')
    .select(COLUMNS)
    .where('channel_id', '=', channelId)
    .where('external_chat_id', '=', externalChatId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && toChat(row)
}

export const listChatIdsOfClient = async (db: Db, channelId: number, externalUserId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('chat')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('external_user_id', '=', externalUserId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export type ChatActivity = {
  messageId: number
  fromClient: boolean
  /** Ours, and not an import of older messages: the customer waits no longer. */
  isReply: boolean
  /** It was snoozed or closed. */
  reopens?: boolean
  at: Date
  /** The first message of a conversation that a transport imports. */
  isImported?: boolean
  replyDeadline?: Date
}

/** Makes a message the chat's latest one, unread if the customer wrote it. */
export const noteMessage = async (db: Db, id: number, activity: ChatActivity): Promise<void> => {
  await db
    .updateTable('chat')
    .set({
      last_message_id: activity.messageId,
      // A conversation that was imported is as old as its message, although its row is new.
      active_at: activity.isImported ? activity.at : sql`greatest(active_at, ${activity.at})`,
      ...(activity.fromClient && {
        unread: sql`unread + 1`,
        waiting_since: sql`coalesce(waiting_since, ${activity.at})`,
      }),
      ...(activity.isReply && { waiting_since: null }),
      ...(activity.reopens && { state: 'open', snoozed_until: null, state_at: activity.at, state_by: null }),
      ...(activity.replyDeadline && { reply_deadline: activity.replyDeadline }),
    })
    .where('id', '=', id)
    .execute()
}

/** D-68: a customer's reaction marks the chat unread and shows in the list. */
export const noteReaction = async (db: Db, id: number, messageId: number, emoji: string): Promise<void> => {
  await db
    .updateTable('chat')
    .set({
      last_reaction: emoji,
      last_reaction_message_id: messageId,
      last_reaction_at: sql`now()`,
      active_at: sql`now()`,
      unread: sql`unread + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** The reaction shown in the list was removed. */
export const clearLastReaction = async (db: Db, id: number, messageId: number, emoji: string): Promise<void> => {
  await db
    .updateTable('chat')
    .set({ last_reaction: null, last_reaction_message_id: null, last_reaction_at: null })
    .where('id', '=', id)
    .where('last_reaction_message_id', '=', messageId)
    .where('last_reaction', '=', emoji)
    .execute()
}

/** The sequence number of this chat's next webhook; the caller holds the chat's lock. */
export const nextSequence = async (db: Db, id: number): Promise<number> => {
  const row = await db
    .updateTable('chat')
    .set({ sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return row.sequence
}

export const updateUnread = async (db: Db, id: number, unread: number): Promise<void> => {
  await db.updateTable('chat').set({ unread }).where('id', '=', id).execute()
}

export const updateManager = async (db: Db, id: number, managerId: number | null): Promise<void> => {
  await db.updateTable('chat').set({ manager_id: managerId }).where('id', '=', id).execute()
}

export const updateCustomer = async (
  db: Db,
  id: number,
  customerId: number,
  managerId: number | null,
): Promise<void> => {
  await db
    .updateTable('chat')
    .set({ customer_id: customerId, manager_id: sql`coalesce(manager_id, ${managerId})` })
    .where('id', '=', id)
    .execute()
}

/** Some transports learn the chat's own id only when they first write into it. */
export const updateExternalChatId = async (db: Db, id: number, externalChatId: string): Promise<void> => {
  // Unless this customer already has a chat with that id.
  await sql`
    update chat set external_chat_id = ${externalChatId} where id = ${id} and external_chat_id = '' and not exists (
      select from chat other where other.channel_id = chat.channel_id
        and other.external_user_id = chat.external_user_id and other.external_chat_id = ${externalChatId})`.execute(db)
}

/** The customer of another chat with one of these ids in this channel. */
export const findCustomerIdOfClient = async (
  db: Db,
  channelId: number,
  externalUserIds: readonly string[],
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('chat')
    .select('customer_id')
    .where('channel_id', '=', channelId)
    .where('external_user_id', '=', sql<string>`any(${externalUserIds}::text[])`)
    .where('customer_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.customer_id ?? undefined
}

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveChats = (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update chat set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)} returning id`,
  )

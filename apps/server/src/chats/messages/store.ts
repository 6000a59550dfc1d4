import type { Suggestion } from '@patchbay/contract/chats/message-cards'
import type { Item, MessageType } from '@patchbay/contract/chats/messages'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../lib/db/database.ts'
import { cursorOf, isAfter, isBefore, type PageCursor } from '../../lib/db/keyset-cursor.ts'

export type MessageStatus = 'received' | 'sending' | 'sent' | 'failed' | 'seen'

/** The content of a message besides its text. */
export type MessageDetail = {
  note?: string
  items?: Static<typeof Item>[]
  product?: unknown
  order?: unknown
  /** It was sent from this template; the labels of its buttons. */
  template?: { code: string; name: string; buttons: string[] }
  suggestions?: Suggestion[]
  pageLink?: string
  /** Sent by the system: the away reply. */
  automatic?: 'away'
}

export type Message = {
  id: number
  chatId: number
  channelId: number
  externalId: string | null
  originator: 'customer' | 'channel' | 'user'
  userId: number | null
  type: MessageType
  content: string
  detail: MessageDetail
  quoteId: number | null
  status: MessageStatus
  error: { code: string; message: string } | undefined
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  readAt: Date | null
}

const COLUMNS = [
  'id',
  'chat_id',
  'channel_id',
  'external_id',
  'originator',
  'user_id',
  'type',
  'content',
  'detail',
  'quote_id',
  'status',
  'error_code',
  'error_message',
  'created_at',
  'edited_at',
  'deleted_at',
  'read_at',
] as const

type Row = Awaited<ReturnType<typeof selectRow>>
const selectRow = (db: Db) => db.selectFrom('message').select(COLUMNS).executeTakeFirstOrThrow()

const toMessage = (row: Row): Message => ({
  id: row.id,
  chatId: row.chat_id,
  channelId: row.channel_id,
  externalId: row.external_id,
  originator: row.originator as Message['originator'],
  userId: row.user_id,
  type: row.type as MessageType,
  content: row.content,
  detail: row.detail as MessageDetail,
  quoteId: row.quote_id,
  status: row.status as MessageStatus,
  error: row.error_code === null ? undefined : { code: row.error_code, message: row.error_message ?? '' },
  createdAt: row.created_at,
  editedAt: row.edited_at,
  deletedAt: row.deleted_at,
  readAt: row.read_at,
})

export type NewMessage = Pick<
  Message,
  'chatId' | 'channelId' | 'externalId' | 'originator' | 'userId' | 'type' | 'content' | 'detail' | 'quoteId' | 'status'
> & { createdAt?: Date; read?: boolean }

/** Undefined when the channel has a message of this external id already. */
export const insertMessage = async (db: Db, message: NewMessage): Promise<Message | undefined> => {
  const row = await db
    .insertInto('message')
    .values({
      chat_id: message.chatId,
      channel_id: message.channelId,
      external_id: message.externalId,
      originator: message.originator,
      user_id: message.userId,
      type: message.type,
      content: message.content,
      detail: JSON.stringify(message.detail),
      quote_id: message.quoteId,
      status: message.status,
      ...(message.createdAt && { created_at: message.createdAt }),
      ...(message.read && { read_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'channel_id', 'external_id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toMessage(row)
}

export type MessageSelector = { external_id?: string; id?: number }

/** By the transport's own id first, then by ours. */
export const findMessage = async (db: Db, channelId: number, which: MessageSelector): Promise<Message | undefined> => {
  const ofChannel = db.selectFrom('message').select(COLUMNS).where('channel_id', '=', channelId)
  const byExternalId =
    which.external_id && (await ofChannel.where('external_id', '=', which.external_id).executeTakeFirst())
  const row =
    byExternalId || (which.id !== undefined && (await ofChannel.where('id', '=', which.id).executeTakeFirst()))
  return row ? toMessage(row) : undefined
}

export const findMessageById = async (db: Db, id: number): Promise<Message | undefined> => {
  const row = await db.selectFrom('message').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toMessage(row)
}

export const listMessagesById = async (db: Db, ids: readonly number[]): Promise<Message[]> => {
  const rows = await db
    .selectFrom('message')
    .select(COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(toMessage)
}

/** How many newer messages of a conversation are shown below one that was searched for. */
const BELOW = 10

/** Undefined: show the latest. The cursor ends a page a few messages after this one. */
export const findCursorBelow = async (db: Db, chatId: number, id: number): Promise<string | undefined> => {
  const ofChat = db
    .selectFrom('message')
    .select(cursorOf('created_at', 'id').as('cursor'))
    .where('chat_id', '=', chatId)
  const own = await ofChat.where('id', '=', id).executeTakeFirst()
  if (!own) return undefined
  const newer = await ofChat
    .where(isAfter('created_at', 'id', own.cursor))
    .orderBy('created_at')
    .orderBy('id')
    .limit(BELOW + 1)
    .execute()
  return newer[BELOW]?.cursor
}

/** Of a conversation: newest first from behind the cursor `before`, or oldest first from behind `after`. */
export const listMessages = async (db: Db, chatId: number, { before, after }: PageCursor, limit: number) => {
  let query = db
    .selectFrom('message')
    .select(COLUMNS)
    .select(cursorOf('created_at', 'id').as('cursor'))
    .where('chat_id', '=', chatId)
  if (before !== undefined) query = query.where(isBefore('created_at', 'id', before))
  if (after !== undefined) query = query.where(isAfter('created_at', 'id', after))
  const direction = after === undefined ? 'desc' : 'asc'
  const rows = await query.orderBy('created_at', direction).orderBy('id', direction).limit(limit).execute()
  return rows.map((row) => ({ ...toMessage(row), cursor: row.cursor }))
}

/** Older than `before`, newest first, locked until the commit. */
export const lockMessagesBefore = async (db: Db, before: number | null, limit: number): Promise<Message[]> => {
  let query = db.selectFrom('message').select(COLUMNS)
  if (before !== null) query = query.where('id', '<', before)
  return (await query.orderBy('id', 'desc').limit(limit).forShare().execute()).map(toMessage)
}

/** Newer than `after`, oldest first. */
export const listMessagesAfter = async (db: Db, after: number, limit: number): Promise<Message[]> => {
  const query = db.selectFrom('message').select(COLUMNS).where('id', '>', after)
  return (await query.orderBy('id').limit(limit).execute()).map(toMessage)
}

export const updateContent = async (
  db: Db,
  id: number,
  edit: { content: string; editedAt: Date; detail?: MessageDetail },
): Promise<void> => {
  await db
    .updateTable('message')
    .set({
      content: edit.content,
      edited_at: edit.editedAt,
      ...(edit.detail && { detail: JSON.stringify(edit.detail) }),
    })
    .where('id', '=', id)
    .execute()
}

export const updateDeleted = async (db: Db, id: number, deleted: boolean): Promise<Message> =>
  toMessage(
    await db
      .updateTable('message')
      .set({ deleted_at: deleted ? sql`coalesce(deleted_at, now())` : null })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )

export type SendingOutcome = {
  status: MessageStatus
  externalId?: string
  error?: { code: string; message: string }
  ackFollows?: boolean
}

/** The result of a message that a user wrote. `seen` does not go back to `sent`. */
export const updateOutcome = async (db: Db, id: number, outcome: SendingOutcome): Promise<void> => {
  await db
    .updateTable('message')
    .set({
      status: outcome.status === 'sent' ? sql`case when status = 'seen' then status else 'sent' end` : outcome.status,
      ...(outcome.externalId !== undefined && { external_id: sql`coalesce(external_id, ${outcome.externalId})` }),
      error_code: outcome.error?.code ?? null,
      error_message: outcome.error?.message ?? null,
      awaits_ack_since: outcome.ackFollows ? sql`now()` : null,
    })
    .where('id', '=', id)
    .execute()
}

/** The customer has read what users sent. */
export const updateSeen = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('message')
    .set({ status: 'seen', read_at: sql`coalesce(read_at, now())` })
    .where('id', '=', id)
    .where('originator', '<>', 'customer')
    .where('status', '<>', 'failed')
    .execute()
}

export const updateSeenUntil = async (db: Db, chatId: number, until: Date): Promise<number[]> => {
  const rows = await db
    .updateTable('message')
    .set({ status: 'seen', read_at: sql`now()` })
    .where('chat_id', '=', chatId)
    .where('created_at', '<=', until)
    .where('originator', '<>', 'customer')
    .where('status', 'not in', ['failed', 'seen'])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** A user has read what the customer wrote; returns the latest of it. */
export const updateReadByUsers = async (db: Db, chatId: number): Promise<Message | undefined> => {
  const rows = await db
    .updateTable('message')
    .set({ read_at: sql`now()` })
    .where('chat_id', '=', chatId)
    .where('originator', '=', 'customer')
    .where('read_at', 'is', null)
    .returning(COLUMNS)
    .execute()
  const read = rows.map(toMessage).filter((message) => message.externalId !== null)
  return read.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)[0]
}

/** Fails messages that a transport accepted and never acknowledged; returns their chats. */
export const failUnacknowledged = async (db: Db, before: Date): Promise<number[]> => {
  const rows = await db
    .updateTable('message')
    .set({
      status: 'failed',
      error_code: 'async_send_timeout',
      error_message: 'The transport accepted the message but did not report its delivery',
      awaits_ack_since: null,
    })
    .where('awaits_ack_since', '<', before)
    .returning('chat_id')
    .execute()
  return [...new Set(rows.map(({ chat_id }) => chat_id))]
}

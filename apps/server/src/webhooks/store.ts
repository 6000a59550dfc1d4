import type { Webhook } from '@patchbay/contract/webhooks'
import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { WebhookType } from './rules.ts'

export type NewWebhook = {
  eventId: string
  moduleId: number
  chatId: number
  sequence: number
  messageId: number
  type: WebhookType
  body: string
}

export const insertWebhook = async (db: Db, webhook: NewWebhook): Promise<void> => {
  await db
    .insertInto('webhook')
    .values({
      event_id: webhook.eventId,
      module_id: webhook.moduleId,
      chat_id: webhook.chatId,
      sequence: webhook.sequence,
      message_id: webhook.messageId,
      type: webhook.type,
      body: webhook.body,
    })
    .execute()
}

export type Due = {
  id: number
  event_id: string
  sequence: number
  message_id: number
  type: string
  body: string
  attempts: number
}

/** Written out: a partial index serves only a condition that PostgreSQL sees when it plans. */
export const isPending = sql<boolean>`state = 'pending'`

/** What a chat's transport has yet to be told, in order. */
export const dueQuery = (db: Db, chatId: number, limit: number): CompiledQuery<Due> =>
  db
    .selectFrom('webhook')
    .select(['id', 'event_id', 'sequence', 'message_id', 'type', 'body', 'attempts'])
    .where('chat_id', '=', chatId)
    .where(isPending)
    .orderBy('sequence')
    .limit(limit)
    .compile()

export type Attempt = {
  webhookId: number
  at: Date
  ok: boolean
  status?: number
  durationMs: number
  verdict: string
  answer?: string
}

/** Writes tries down, and with them what is thereby delivered: one statement, however many. */
export const insertAttempts = async (db: Db, attempts: readonly Attempt[]): Promise<void> => {
  const rows = attempts.map((attempt) => ({
    webhook_id: attempt.webhookId,
    at: attempt.at,
    ok: attempt.ok,
    status: attempt.status,
    duration_ms: attempt.durationMs,
    verdict: attempt.verdict,
    answer: attempt.answer,
  }))
  await sql`
    with tried as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
        webhook_id bigint, at timestamptz, ok boolean, status integer, duration_ms integer, verdict text, answer text)
    ), kept as (
      update webhook set attempts = attempts + 1,
        state = case when tried.ok then 'delivered' else state end,
        done_at = case when tried.ok then tried.at end
      from tried where webhook.id = tried.webhook_id
    )
    insert into webhook_attempt (webhook_id, at, ok, status, duration_ms, verdict, answer)
    select webhook_id, at, ok, status, duration_ms, verdict, answer from tried`.execute(db)
}

/** The plan of tries has come to its end; the next event of the chat goes on. */
export const updateGivenUp = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('webhook').set({ state: 'failed', done_at: sql`now()` }).where('id', '=', id).execute()
}

export type WebhookFilter = { state?: string; chat?: number; since?: string; until?: string; before?: number }

type LogRow = Awaited<ReturnType<typeof selectLog>>
const selectLog = (db: Db) => logged(db).executeTakeFirstOrThrow()

const logged = (db: Db) =>
  db
    .selectFrom('webhook as w')
    .innerJoin('chat', (join) => join.onRef('chat.account_id', '=', 'w.account_id').onRef('chat.id', '=', 'w.chat_id'))
    .select(['w.id', 'w.event_id', 'w.type', 'w.chat_id', 'w.sequence', 'w.state', 'w.attempts', 'w.created_at'])
    .select(['w.done_at', 'w.module_id', 'chat.first_name', 'chat.last_name', 'chat.nickname'])

const toWebhook = (row: LogRow): Webhook => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  chatId: row.chat_id,
  chatName: `${row.first_name} ${row.last_name}`.trim() || row.nickname,
  sequence: row.sequence,
  state: row.state as Webhook['state'],
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  ...(row.done_at && { doneAt: row.done_at.toISOString() }),
})

/** In the order in which they happened, newest first: the order of the index behind it. */
export const listWebhooks = async (db: Db, moduleId: number, filter: WebhookFilter): Promise<Webhook[]> => {
  let query = logged(db).where('w.module_id', '=', moduleId)
  if (filter.state) query = query.where('w.state', '=', sql.lit(filter.state))
  if (filter.chat !== undefined) query = query.where('w.chat_id', '=', filter.chat)
  if (filter.since) query = query.where('w.created_at', '>=', new Date(filter.since))
  if (filter.until) query = query.where('w.created_at', '<', new Date(filter.until))
  if (filter.before !== undefined) {
    const last = db.selectFrom('webhook').select(['created_at', 'id']).where('id', '=', filter.before)
    query = query.where(({ refTuple, eb }) =>
      eb(refTuple('w.created_at', 'w.id'), '<', last.$asTuple('created_at', 'id')),
    )
  }
  return (await query.orderBy('w.created_at', 'desc').orderBy('w.id', 'desc').limit(100).execute()).map(toWebhook)
}

export const findWebhook = async (db: Db, id: number) => {
  const row = await logged(db).select('w.body').where('w.id', '=', id).executeTakeFirst()
  return row && { webhook: toWebhook(row), body: row.body, moduleId: row.module_id }
}

/** Which event of the chat is told next. */
export const findFirstPendingId = async (db: Db, chatId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook')
    .select('id')
    .where('chat_id', '=', chatId)
    .where(isPending)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export const listAttempts = (db: Db, webhookIds: readonly number[]) =>
  db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('webhook_id', '=', sql<number>`any(${webhookIds}::bigint[])`)
    .orderBy('id')
    .execute()

/** To be told once more: one event, or everything of a transport since a time. Gives back the chats that it concerns. */
export const updatePending = async (
  db: Db,
  which: { id: number } | { moduleId: number; from: Date },
): Promise<{ chatIds: number[]; count: number }> => {
  const update = db.updateTable('webhook').set({ state: 'pending', attempts: 0, done_at: null })
  const chosen =
    'id' in which
      ? update.where('id', '=', which.id)
      : update.where('module_id', '=', which.moduleId).where('created_at', '>=', which.from)
  const rows = await chosen.returning('chat_id').execute()
  return { chatIds: [...new Set(rows.map(({ chat_id }) => chat_id))], count: rows.length }
}

export const listPendingChatIds = async (db: Db, moduleId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('webhook')
    .select('chat_id')
    .distinct()
    .where('module_id', '=', moduleId)
    .where(isPending)
    .execute()
  return rows.map(({ chat_id }) => chat_id)
}

/** Deletes what is older, tries included, in bites that hold no lock for long; false when nothing was left. */
export const deleteWebhooksBefore = async (db: Db, at: Date): Promise<boolean> => {
  const old = db.selectFrom('webhook').select('id').where('created_at', '<', at).limit(2_000)
  const [result] = await db.deleteFrom('webhook').where('id', 'in', old).execute()
  return Number(result?.numDeletedRows ?? 0) > 0
}

/** What a transport was told, or is yet to be told, of one message; the oldest first. */
export const listWebhooksOfMessage = async (db: Db, messageId: number) => {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'type', 'state', 'body', 'created_at', 'done_at'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ created_at, done_at, ...row }) => ({ ...row, createdAt: created_at, doneAt: done_at }))
}

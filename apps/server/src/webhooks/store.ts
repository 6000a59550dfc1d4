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

/** What a chat's transport has yet to be told, in order. */
export const dueQuery = (db: Db, chatId: number, limit: number): CompiledQuery<Due> =>
  db
    .selectFrom('webhook')
    .select(['id', 'event_id', 'sequence', 'message_id', 'type', 'body', 'attempts'])
    .where('chat_id', '=', chatId)
    .where('state', '=', 'pending')
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

export type WebhookFilter = { state?: string; before?: number }

type LogRow = {
  id: number
  event_id: string
  type: string
  chat_id: number
  sequence: number
  state: string
  attempts: number
  created_at: Date
  done_at: Date | null
}

const logColumns = [
  'id',
  'event_id',
  'type',
  'chat_id',
  'sequence',
  'state',
  'attempts',
  'created_at',
  'done_at',
] as const

const toWebhook = (row: LogRow): Webhook => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  chatId: row.chat_id,
  sequence: row.sequence,
  state: row.state as Webhook['state'],
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  ...(row.done_at && { doneAt: row.done_at.toISOString() }),
})

export const listWebhooks = async (db: Db, moduleId: number, filter: WebhookFilter): Promise<Webhook[]> => {
  let query = db.selectFrom('webhook').select(logColumns).where('module_id', '=', moduleId)
  if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  return (await query.orderBy('id', 'desc').limit(100).execute()).map(toWebhook)
}

export const findWebhook = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('webhook')
    .select([...logColumns, 'body', 'module_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { webhook: toWebhook(row), body: row.body, moduleId: row.module_id }
}

export const listAttempts = (db: Db, webhookId: number) =>
  db.selectFrom('webhook_attempt').selectAll().where('webhook_id', '=', webhookId).orderBy('id').execute()

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
    .where('state', '=', 'pending')
    .execute()
  return rows.map(({ chat_id }) => chat_id)
}

/** Deletes what is older, tries included, in bites that hold no lock for long; false when nothing was left. */
export const deleteWebhooksBefore = async (db: Db, at: Date): Promise<boolean> => {
  const old = db.selectFrom('webhook').select('id').where('created_at', '<', at).limit(2_000)
  const [result] = await db.deleteFrom('webhook').where('id', 'in', old).execute()
  return Number(result?.numDeletedRows ?? 0) > 0
}

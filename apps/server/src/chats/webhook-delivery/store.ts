import type { ExchangeResult } from '@patchbay/contract/platform/workspace/traffic'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'
import { storableJson } from '../../lib/text/json.ts'
import type { WebhookType } from './rules.ts'

// SQL of pending deliveries and their attempts. The log for administrators is in webhooks/store.ts.

export type NewWebhook = {
  eventId: string
  moduleId: number
  chatId: number
  sequence: number
  messageId: number
  type: WebhookType
  body: string
}

/** The event and its pending delivery. */
export const insertWebhook = async (db: Db, webhook: NewWebhook): Promise<void> => {
  const { eventId, moduleId, chatId, sequence, messageId, type, body } = webhook
  await sql`
    with event as (
      insert into webhook (event_id, module_id, chat_id, sequence, message_id, type, body)
      values (${eventId}, ${moduleId}, ${chatId}, ${sequence}, ${messageId}, ${type}, ${body})
      returning chat_id, id
    )
    insert into webhook_due (chat_id, webhook_id) select chat_id, id from event`.execute(db)
}

export type PendingDelivery = {
  id: number
  chat_id: number
  event_id: string
  sequence: number
  message_id: number
  type: string
  body: string
  attempts: number
}

const pendingEvents = (db: Db) =>
  db
    .selectFrom('webhook_due as due')
    .innerJoin('webhook as w', (join) =>
      join.onRef('w.account_id', '=', 'due.account_id').onRef('w.id', '=', 'due.webhook_id'),
    )

/** The pending deliveries of a chat in order, after one that this worker has delivered already. */
export const pendingDeliveriesQuery = preparedStatement<
  { chat: string; after: number; limit: number },
  PendingDelivery
>((db, param) =>
  pendingEvents(db)
    .select(['w.id', 'w.chat_id', 'w.event_id', 'w.sequence', 'w.message_id', 'w.type', 'w.body', 'due.attempts'])
    .where('due.chat_id', '=', sql<number>`${param('chat')}`)
    .where('due.webhook_id', '>', param('after'))
    .orderBy('due.webhook_id')
    .limit(param('limit'))
    .compile(),
)

export type Attempt = {
  chat_id: number
  webhook_id: number
  /** Milliseconds: a number is written into JSON several times as fast as a Date. */
  at: number
  status?: number
  duration_ms: number
  result?: ExchangeResult
  answer?: string
}

/** Inserts attempts with the same result and updates their pending deliveries: one statement, however many. */
const attemptsInsert = (ok: boolean, effect: RawBuilder<unknown>) =>
  preparedStatement<{ tries: string }, unknown>((db, param) =>
    sql`
      with tried as materialized (
        select chat_id, webhook_id, at, status, duration_ms, result, answer from json_to_recordset(${param('tries')}::json) as row (
          chat_id bigint, webhook_id bigint, at float8, status integer, duration_ms integer, result jsonb, answer text)
      ), effect as (${effect})
      insert into webhook_attempt (webhook_id, at, ok, status, duration_ms, result, answer)
      select webhook_id, to_timestamp(at / 1000), ${sql.lit(ok)}, status, duration_ms, result, answer from tried`.compile(
      db,
    ),
  )

const ITS_PENDING_ROW = sql`webhook_due.chat_id = tried.chat_id and webhook_due.webhook_id = tried.webhook_id`

const deliveredRows = attemptsInsert(true, sql`delete from webhook_due using tried where ${ITS_PENDING_ROW}`)
const failed = attemptsInsert(
  false,
  sql`update webhook_due set attempts = attempts + 1 from tried where ${ITS_PENDING_ROW}`,
)

export const deliveredInsert = (db: Db, attempts: readonly Attempt[]) =>
  deliveredRows(db, { tries: storableJson(attempts) })

/** A failed attempt, to be retried. */
export const insertFailure = async (db: Db, attempt: Attempt): Promise<void> => {
  await db.executeQuery(failed(db, { tries: storableJson([attempt]) }))
}

/** The retries are used up; the next event of the chat goes on. */
export const updateGivenUp = async (
  db: Db,
  { chat_id, id }: Pick<PendingDelivery, 'chat_id' | 'id'>,
): Promise<void> => {
  await db.deleteFrom('webhook_due').where('chat_id', '=', chat_id).where('webhook_id', '=', id).execute()
  await db.updateTable('webhook').set({ given_up_at: sql`now()` }).where('id', '=', id).execute()
}

/** The event of the chat that is delivered next. */
export const findFirstPendingId = async (db: Db, chatId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook_due')
    .select('webhook_id')
    .where('chat_id', '=', chatId)
    .orderBy('webhook_id')
    .limit(1)
    .executeTakeFirst()
  return row?.webhook_id
}

/** Makes deliveries pending again: one event, or everything of a transport since a time. */
export const requeueDeliveries = async (
  db: Db,
  which: { id: number } | { moduleId: number; from: Date },
): Promise<{ chatIds: number[]; count: number }> => {
  const chosen =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`module_id = ${which.moduleId} and created_at >= ${which.from}::timestamptz`
  await sql`update webhook set given_up_at = null where ${chosen} and given_up_at is not null`.execute(db)
  const { rows } = await sql<{ chat_id: number }>`
    insert into webhook_due (chat_id, webhook_id)
    select chat_id, id from webhook where ${chosen} order by chat_id, id
    on conflict (account_id, chat_id, webhook_id) do update set attempts = 0
    returning chat_id`.execute(db)
  return { chatIds: [...new Set(rows.map(({ chat_id }) => chat_id))], count: rows.length }
}

export const listPendingChatIds = async (db: Db, moduleId: number): Promise<number[]> => {
  const rows = await pendingEvents(db).select('due.chat_id').distinct().where('w.module_id', '=', moduleId).execute()
  return rows.map(({ chat_id }) => chat_id)
}

/** Deletes events with their pending deliveries and attempts; returns how many. */
const deleteWebhooks = async (db: Db, which: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from webhook where ${which} returning chat_id, id
    ), undue as (
      delete from webhook_due using gone where webhook_due.chat_id = gone.chat_id and webhook_id = gone.id
    ), untried as (
      delete from webhook_attempt using gone where webhook_id = gone.id
    )
    select count(*)::integer as gone from gone`.execute(db)
  return rows[0]?.gone ?? 0
}

/** Older events, in batches that hold no lock for long. */
export const deleteWebhooksBefore = (db: Db, at: Date, most: number): Promise<number> =>
  deleteWebhooks(db, sql`id in (select id from webhook where created_at < ${at}::timestamptz limit ${most})`)

export const deleteWebhooksOf = (db: Db, messageIds: readonly number[]): Promise<number> =>
  deleteWebhooks(db, sql`message_id = any(${messageIds}::bigint[])`)

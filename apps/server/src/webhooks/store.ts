import type { Webhook } from '@patchbay/contract/webhooks'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
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

/** The event, and that it is due: together or not at all. */
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

export type Due = {
  id: number
  chat_id: number
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
    .selectFrom('webhook_due as due')
    .innerJoin('webhook as w', (join) =>
      join.onRef('w.account_id', '=', 'due.account_id').onRef('w.id', '=', 'due.webhook_id'),
    )
    .select(['w.id', 'w.chat_id', 'w.event_id', 'w.sequence', 'w.message_id', 'w.type', 'w.body', 'due.attempts'])
    .where('due.chat_id', '=', chatId)
    .orderBy('due.webhook_id')
    .limit(limit)
    .compile()

export type Attempt = {
  chatId: number
  webhookId: number
  at: Date
  status?: number
  durationMs: number
  verdict: string
  answer?: string
}

/** Tries that came to the same, as a table of SQL. */
const tried = (attempts: readonly Attempt[]) => {
  const rows = attempts.map((attempt) => ({
    chat_id: attempt.chatId,
    webhook_id: attempt.webhookId,
    at: attempt.at,
    status: attempt.status,
    duration_ms: attempt.durationMs,
    verdict: attempt.verdict,
    answer: attempt.answer,
  }))
  return sql`
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      chat_id bigint, webhook_id bigint, at timestamptz, status integer, duration_ms integer, verdict text, answer text)`
}

/** Writes down what was told: one statement, however many. */
export const insertTold = async (db: Db, attempts: readonly Attempt[]): Promise<void> => {
  await sql`
    with tried as materialized (${tried(attempts)}), told as (
      delete from webhook_due using tried
      where webhook_due.chat_id = tried.chat_id and webhook_due.webhook_id = tried.webhook_id
    )
    insert into webhook_attempt (webhook_id, at, ok, status, duration_ms, verdict, answer)
    select webhook_id, at, true, status, duration_ms, verdict, answer from tried`.execute(db)
}

/** One that was not taken, and is tried again. */
export const insertFailure = async (db: Db, attempt: Attempt): Promise<void> => {
  await sql`
    with tried as materialized (${tried([attempt])}), failed as (
      update webhook_due set attempts = attempts + 1 from tried
      where webhook_due.chat_id = tried.chat_id and webhook_due.webhook_id = tried.webhook_id
    )
    insert into webhook_attempt (webhook_id, at, ok, status, duration_ms, verdict, answer)
    select webhook_id, at, false, status, duration_ms, verdict, answer from tried`.execute(db)
}

/** The plan of tries has come to its end; the next event of the chat goes on. */
export const updateGivenUp = async (db: Db, { chat_id, id }: Pick<Due, 'chat_id' | 'id'>): Promise<void> => {
  await db.deleteFrom('webhook_due').where('chat_id', '=', chat_id).where('webhook_id', '=', id).execute()
  await db.updateTable('webhook').set({ given_up_at: sql`now()` }).where('id', '=', id).execute()
}

export type WebhookFilter = { state?: Webhook['state']; chat?: number; since?: string; until?: string; before?: number }

type LogRow = Awaited<ReturnType<typeof selectLog>>
const selectLog = (db: Db) => logged(db).executeTakeFirstOrThrow()

const STATE = sql<Webhook['state']>`case when due.webhook_id is not null then 'pending'
  when w.given_up_at is not null then 'failed' else 'delivered' end`

/** What became of an event follows from what is due, what was given up, and the tries. */
const withState = (db: Db) =>
  db
    .selectFrom('webhook as w')
    .leftJoin('webhook_due as due', (join) =>
      join
        .onRef('due.account_id', '=', 'w.account_id')
        .onRef('due.chat_id', '=', 'w.chat_id')
        .onRef('due.webhook_id', '=', 'w.id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempt as attempt')
          .whereRef('attempt.account_id', '=', 'w.account_id')
          .whereRef('attempt.webhook_id', '=', 'w.id')
          .select(({ fn }) => [fn.countAll<number>().as('attempts'), fn.max('attempt.at').as('last_at')])
          .as('tries'),
      (join) => join.onTrue(),
    )
    .select(['w.id', 'w.type', 'w.created_at'])
    .select(STATE.as('state'))
    .select(
      sql<Date | null>`case when due.webhook_id is null then coalesce(w.given_up_at, tries.last_at) end`.as('done_at'),
    )

/** Written out: a partial index serves only a condition that PostgreSQL sees when it plans. */
const IN_STATE: Record<Webhook['state'], RawBuilder<boolean>> = {
  pending: sql`due.webhook_id is not null`,
  failed: sql`w.given_up_at is not null`,
  delivered: sql`due.webhook_id is null and w.given_up_at is null`,
}

const logged = (db: Db) =>
  withState(db)
    .innerJoin('chat', (join) => join.onRef('chat.account_id', '=', 'w.account_id').onRef('chat.id', '=', 'w.chat_id'))
    .select(['w.event_id', 'w.chat_id', 'w.sequence', 'tries.attempts', 'w.module_id'])
    .select(['chat.first_name', 'chat.last_name', 'chat.nickname'])

const toWebhook = (row: LogRow): Webhook => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  chatId: row.chat_id,
  chatName: `${row.first_name} ${row.last_name}`.trim() || row.nickname,
  sequence: row.sequence,
  state: row.state,
  attempts: row.attempts ?? 0,
  createdAt: row.created_at.toISOString(),
  ...(row.done_at && { doneAt: row.done_at.toISOString() }),
})

/** In the order in which they happened, newest first: the order of the index behind it. */
export const listWebhooks = async (db: Db, moduleId: number, filter: WebhookFilter): Promise<Webhook[]> => {
  let query = logged(db).where('w.module_id', '=', moduleId)
  if (filter.state) query = query.where(IN_STATE[filter.state])
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
export const findFirstDueId = async (db: Db, chatId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook_due')
    .select('webhook_id')
    .where('chat_id', '=', chatId)
    .orderBy('webhook_id')
    .limit(1)
    .executeTakeFirst()
  return row?.webhook_id
}

export const listAttempts = (db: Db, webhookIds: readonly number[]) =>
  db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('webhook_id', '=', sql<number>`any(${webhookIds}::bigint[])`)
    .orderBy('id')
    .execute()

/** To be told once more: one event, or everything of a transport since a time. Gives back the chats that it concerns. */
export const insertDueAgain = async (
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

export const listDueChatIds = async (db: Db, moduleId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('webhook_due as due')
    .innerJoin('webhook as w', (join) =>
      join.onRef('w.account_id', '=', 'due.account_id').onRef('w.id', '=', 'due.webhook_id'),
    )
    .select('due.chat_id')
    .distinct()
    .where('w.module_id', '=', moduleId)
    .execute()
  return rows.map(({ chat_id }) => chat_id)
}

/** Deletes what is older, tries included, in bites that hold no lock for long; false when nothing was left. */
export const deleteWebhooksBefore = async (db: Db, at: Date): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from webhook where id in (select id from webhook where created_at < ${at}::timestamptz limit 2000)
      returning chat_id, id
    ), undue as (
      delete from webhook_due using gone where webhook_due.chat_id = gone.chat_id and webhook_id = gone.id
    ), untried as (
      delete from webhook_attempt using gone where webhook_id = gone.id
    )
    select id from gone limit 1`.execute(db)
  return rows.length > 0
}

/** What a transport was told, or is yet to be told, of one message; the oldest first. */
export const listWebhooksOfMessage = async (db: Db, messageId: number) => {
  const rows = await withState(db)
    .select('w.body')
    .where('w.message_id', '=', messageId)
    .orderBy('w.id')
    .limit(100)
    .execute()
  return rows.map(({ created_at, done_at, ...row }) => ({ ...row, createdAt: created_at, doneAt: done_at }))
}

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

export type EndpointHealth = {
  failures: number
  failingSince: Date | null
  restUntil: Date | null
  disabledAt: Date | null
  disabledBecause: string | null
}

const HEALTHY: EndpointHealth = {
  failures: 0,
  failingSince: null,
  restUntil: null,
  disabledAt: null,
  disabledBecause: null,
}

export const findHealth = async (db: Db, moduleId: number): Promise<EndpointHealth> => {
  const row = await db.selectFrom('webhook_endpoint').selectAll().where('module_id', '=', moduleId).executeTakeFirst()
  return row
    ? {
        failures: row.failures,
        failingSince: row.failing_since,
        restUntil: row.rest_until,
        disabledAt: row.disabled_at,
        disabledBecause: row.disabled_because,
      }
    : HEALTHY
}

/** One more failure in a row; from `restFrom` on the address is left in peace for a while. */
export const noteFailure = async (
  db: Db,
  moduleId: number,
  at: Date,
  rest: { from: number; until: Date },
): Promise<EndpointHealth> => {
  await db
    .insertInto('webhook_endpoint')
    .values({ module_id: moduleId, failures: 1, failing_since: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'module_id']).doUpdateSet({
        failures: sql`webhook_endpoint.failures + 1`,
        failing_since: sql`coalesce(webhook_endpoint.failing_since, ${at})`,
        rest_until: sql`case when webhook_endpoint.failures + 1 >= ${rest.from} then ${rest.until}::timestamptz end`,
      }),
    )
    .execute()
  return findHealth(db, moduleId)
}

/** True when it had been resting: then all that waited for it may go on. */
export const noteSuccess = async (db: Db, moduleId: number, restFrom: number): Promise<boolean> => {
  const before = await db
    .selectFrom('webhook_endpoint')
    .select('failures')
    .where('module_id', '=', moduleId)
    .forUpdate()
    .executeTakeFirst()
  await db
    .updateTable('webhook_endpoint')
    .set({ failures: 0, failing_since: null, rest_until: null })
    .where('module_id', '=', moduleId)
    .execute()
  return (before?.failures ?? 0) >= restFrom
}

/** The breaker lets one try through, and this is it; false when another worker has it. */
export const takeProbe = async (db: Db, moduleId: number, now: Date, until: Date): Promise<boolean> => {
  const row = await db
    .updateTable('webhook_endpoint')
    .set({ rest_until: until })
    .where('module_id', '=', moduleId)
    .where('rest_until', '<=', now)
    .returning('module_id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateDisabled = async (db: Db, moduleId: number, because: string): Promise<boolean> => {
  const row = await db
    .insertInto('webhook_endpoint')
    .values({ module_id: moduleId, disabled_at: sql`now()`, disabled_because: because })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'module_id'])
        .doUpdateSet({ disabled_at: sql`now()`, disabled_because: because })
        .where('webhook_endpoint.disabled_at', 'is', null),
    )
    .returning('module_id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateEnabled = async (db: Db, moduleId: number): Promise<void> => {
  await db
    .updateTable('webhook_endpoint')
    .set({ failures: 0, failing_since: null, rest_until: null, disabled_at: null, disabled_because: null })
    .where('module_id', '=', moduleId)
    .execute()
}

import type { Webhook } from '@patchbay/contract/chats/workspace/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// SQL of the webhook log. Pending deliveries are in webhook-delivery/store.ts.

export type WebhookFilter = { state?: Webhook['state']; chat?: number; since?: string; until?: string; before?: number }

type LogRow = Awaited<ReturnType<typeof selectLog>>
const selectLog = (db: Db) => logged(db).executeTakeFirstOrThrow()

const STATE = sql<Webhook['state']>`case when due.webhook_id is not null then 'pending'
  when w.given_up_at is not null then 'failed' else 'delivered' end`

/** The state of an event follows from its pending delivery, given_up_at and its attempts. */
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

/** A literal: PostgreSQL uses a partial index only if it sees the condition when planning. */
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

/** Newest first: the order of the index behind it. */
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

export const listAttempts = (db: Db, webhookIds: readonly number[]) =>
  db
    .selectFrom('webhook_attempt')
    .select(['webhook_id', 'at', 'ok', 'status', 'duration_ms', 'verdict', 'result', 'answer'])
    .where('webhook_id', '=', sql<number>`any(${webhookIds}::bigint[])`)
    .orderBy('id')
    .execute()

/** The webhooks about one message, the oldest first. */
export const listWebhooksOfMessage = async (db: Db, messageId: number) => {
  const rows = await withState(db)
    .select('w.body')
    .where('w.message_id', '=', messageId)
    .orderBy('w.id')
    .limit(100)
    .execute()
  return rows.map(({ created_at, done_at, ...row }) => ({ ...row, createdAt: created_at, doneAt: done_at }))
}

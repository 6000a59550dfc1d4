import type { FeedEvent } from '@patchbay/contract/chats/webhooks'
import type { ExchangeResult } from '@patchbay/contract/platform/workspace/traffic'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// SQL of the feed. An event gets its position when the feed is read, under the lock of the transport's row: positions
// follow the order in which events became visible, so a reader that continues after the last one misses none. Positions
// given at insert would not do: an event that commits later may have been numbered earlier.

const FEED_BATCH = 1_000
const FETCHED = JSON.stringify({ code: 'fetched' } satisfies ExchangeResult)

export const assignFeedPositions = async (db: Db, moduleId: number): Promise<void> => {
  await db
    .insertInto('webhook_endpoint')
    .values({ module_id: moduleId })
    .onConflict((conflict) => conflict.columns(['account_id', 'module_id']).doNothing())
    .execute()
  const { feed_position: last } = await db
    .selectFrom('webhook_endpoint')
    .select('feed_position')
    .where('module_id', '=', moduleId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Within a chat ids are in the order of sequence, and its lock makes them visible in that order too.
  const { rows } = await sql<{ position: number }>`
    with unplaced as (
      select id, row_number() over (order by id) as place from (
        select id from webhook where module_id = ${moduleId} and position is null order by id limit ${FEED_BATCH}
      ) oldest
    )
    update webhook set position = ${last} + place from unplaced where webhook.id = unplaced.id
    returning position`.execute(db)
  if (rows.length > 0)
    await db
      .updateTable('webhook_endpoint')
      .set({ feed_position: last + rows.length })
      .where('module_id', '=', moduleId)
      .execute()
}

export const listFeed = async (db: Db, moduleId: number, after: number, limit: number): Promise<FeedEvent[]> => {
  const rows = await db
    .selectFrom('webhook')
    .select(['position', 'event_id', 'sequence', 'chat_id', 'created_at', 'body'])
    .where('module_id', '=', moduleId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    cursor: row.position ?? 0,
    id: row.event_id,
    sequence: row.sequence,
    chat_id: row.chat_id,
    created_at: row.created_at.toISOString(),
    body: row.body,
  }))
}

/** A reader that asks for events after a position has received those up to it. */
export const insertFetched = async (db: Db, moduleId: number, upTo: number): Promise<void> => {
  await sql`
    with fetched as (
      delete from webhook_due due using webhook w
      where w.account_id = due.account_id and w.id = due.webhook_id and w.module_id = ${moduleId} and w.position <= ${upTo}
      returning due.webhook_id
    )
    insert into webhook_attempt (webhook_id, at, ok, duration_ms, result)
    select webhook_id, now(), true, 0, ${FETCHED}::jsonb from fetched`.execute(db)
}

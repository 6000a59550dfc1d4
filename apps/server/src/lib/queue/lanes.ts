import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type RedisClient, withFallback } from '../db/redis.ts'

export type Lane = { kind: string; key: string; endpoint: string }

export type LaneErrors = { kind: string; lanes: number; givenUp: number; lastErrorCode: string; lastErrorAt: Date }

export type Lanes = {
  /**
   * Enqueues work in the transaction. A lane that backs off after a failure keeps waiting, unless something happened that is
   * worth an immediate retry.
   */
  enqueue: (trx: Db, lane: Lane, when?: 'in turn' | 'at once') => Promise<void>
  /** Enqueues work in many lanes of one endpoint. */
  enqueueAll: (trx: Db, kind: string, keys: readonly string[], endpoint: string) => Promise<void>
  /** Ends the back-off of all lanes of an endpoint: it has recovered. */
  retryNow: (trx: Db, kind: string, endpoint: string) => Promise<void>
  /** When a lane runs next; undefined when it has no work. */
  nextRunAt: (trx: Db, kind: string, key: string) => Promise<Date | undefined>
  /** The lanes of these endpoints that could not be served because of an error of ours. */
  listErrors: (trx: Db, endpoints: readonly string[]) => Promise<LaneErrors[]>
  /** Deletes lanes that are done and not in error; returns how many. Work that is enqueued later creates them again. */
  deleteDone: (trx: Db, most: number) => Promise<number>
  /** After the commit: workers claim now instead of at their next poll. */
  notifyWorkers: () => Promise<void>
}

export const createLanes = (redis: RedisClient, prefix: string): Lanes => ({
  enqueue: async (trx, { kind, key, endpoint }, when = 'in turn') => {
    const soonest =
      when === 'at once'
        ? sql<Date>`case when lane.held_until > now() then lane.next_at else now() end`
        : sql<Date>`coalesce(lane.next_at, now())`
    await trx
      .insertInto('lane')
      .values({ kind, key, endpoint })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind', 'key']).doUpdateSet({
          endpoint,
          wanted: sql`lane.wanted + 1`,
          next_at: soonest,
        }),
      )
      .execute()
  },
  enqueueAll: async (trx, kind, keys, endpoint) => {
    await sql`
      insert into lane (kind, key, endpoint) select ${kind}, unnest(${keys}::text[]), ${endpoint}
      on conflict (account_id, kind, key) do update set wanted = lane.wanted + 1,
        next_at = case when lane.held_until > now() then lane.next_at else now() end`.execute(trx)
  },
  retryNow: async (trx, kind, endpoint) => {
    await trx
      .updateTable('lane')
      .set({ next_at: sql<Date>`now()` })
      .where('kind', '=', kind)
      .where('endpoint', '=', endpoint)
      .where('next_at', '>', sql<Date>`now()`)
      .where((or) => or.or([or('held_until', 'is', null), or('held_until', '<', sql<Date>`now()`)]))
      .execute()
  },
  nextRunAt: async (trx, kind, key) => {
    const row = await trx
      .selectFrom('lane')
      .select('next_at')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst()
    return row?.next_at ?? undefined
  },
  listErrors: async (trx, endpoints) => {
    const { rows } = await sql<LaneErrors>`
      select kind, count(*) as lanes, count(given_up_at) as "givenUp", max(error_at) as "lastErrorAt",
        (array_agg(error_code order by error_at desc))[1] as "lastErrorCode"
      from lane where endpoint = any(${endpoints}::text[]) and error_code is not null
      group by kind order by kind`.execute(trx)
    return rows
  },
  deleteDone: async (trx, most) => {
    // Locked, so that a lane for which work is enqueued at this moment is either seen or created again.
    const { rows } = await sql<{ gone: number }>`
      with done as (
        select kind, key from lane
        where next_at is null and held_until is null and error_code is null and given_up_at is null
        limit ${most} for update skip locked
      ), gone as (
        delete from lane using done where lane.kind = done.kind and lane.key = done.key returning 1
      )
      select count(*)::integer as gone from gone`.execute(trx)
    return rows[0]?.gone ?? 0
  },
  notifyWorkers: async () => {
    await withFallback(redis.publish(`${prefix}lanes`, ''), 0)
  },
})

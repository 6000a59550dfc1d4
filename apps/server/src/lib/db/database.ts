import { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db.generated.ts'
import { trackConnection } from './connection.ts'
import { createDialect } from './driver.ts'
import { prepareSetAccount } from './one-message.ts'

/** What every store function takes first: the pool's Kysely, or the one bound to a transaction. */
export type Db = Kysely<DB>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// Ids are bigint in the database and stay far below 2^53: numbers in code. Money is numeric and stays text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseOptions = {
  url: string
  max: number
  applicationName: string
  onError: (error: Error) => void
  statementTimeoutMs?: number
  /** How long PostgreSQL may be silent while a query is pending. */
  readTimeoutMs?: number
}

export const openDatabase = ({
  url,
  max,
  applicationName,
  onError,
  statementTimeoutMs = 15_000,
  readTimeoutMs = statementTimeoutMs + 5_000,
}: DatabaseOptions): Database => {
  const connections: Parameters<typeof trackConnection>[1] = new Set()
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    types,
    pipeline: true,
    // Which index serves a statement does not depend on its values here; planning it anew for each of them cost most of
    // its time (measured: docs/decisions/kysely.md). And a page by its number costs as little as the next one: what is in
    // use is in memory. Told otherwise, PostgreSQL reads whole tables while they are small and goes on as they grow.
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A new connection has every statement to plan, just when there is the most to do: open ones are kept.
    idleTimeoutMillis: 600_000,
    // A grey failure must end.
    statement_timeout: statementTimeoutMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    onConnect: async (client: pg.ClientBase) => {
      // A backend that is killed while its client is checked out raises 'error' on the client; without a listener that
      // ends the process. The pool's own listener covers idle clients only.
      client.on('error', onError)
      trackConnection(client, connections, readTimeoutMs)
      await prepareSetAccount(client)
    },
  } as pg.PoolConfig)
  pool.on('error', onError)
  const db = new Kysely<DB>({ dialect: createDialect(pool) })
  const close = async () => {
    await db.destroy()
    await pool.end()
  }
  return { db, pool, close }
}

import { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db.generated.ts'
import { limitPool, trackConnection } from './connection.ts'
import { createDialect } from './driver.ts'
import { limitShare } from './fair-share.ts'
import { prepareSetAccount } from './one-message.ts'

/** The first parameter of every store function: the pool's Kysely, or the one bound to a transaction. */
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
  /** As the metrics call this pool. */
  name?: string
  /** How long, and how many at a time, may wait for a connection. */
  waitMs?: number
  mostWaiting?: number
  statementTimeoutMs?: number
  /** How long PostgreSQL may be silent while a query is pending. */
  readTimeoutMs?: number
  pooling?: Pooling
}

/**
 * What is between us and PostgreSQL. 'session': nothing, or a pooler that gives each connection a server of its own.
 * 'transaction': a pooler that gives each transaction one (PgBouncer with pool_mode = transaction). Nothing outlives a
 * transaction there: no named statements, no settings of the session; and settings cannot be sent at start-up.
 */
export type Pooling = 'session' | 'transaction'

/**
 * Generic plans: the right index does not depend on the values, and planning took most of a statement's time (measured:
 * docs/decisions/kysely.md). Random pages cost the same as sequential ones: the data in use is in memory. With a higher
 * cost PostgreSQL plans sequential scans while tables are small, and keeps them as the tables grow. No compiled expressions:
 * with a large account PostgreSQL compiled the report's statement for each of its slices, 16 times the CPU time of running it.
 */
const SESSION_OPTIONS = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c jit=off'

/** A connection that hangs must time out. Behind a transaction pooler the role has these settings (ROLE_SETTINGS). */
const startupSettings = (pooling: Pooling, statementTimeoutMs: number) =>
  pooling === 'session' && {
    options: SESSION_OPTIONS,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
  }

/** What a transaction pooler does not let a connection set, as settings of the app's role. */
export const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '20s',
  random_page_cost: '1.1',
  jit: 'off',
}

export const openDatabase = ({
  url,
  max,
  applicationName,
  onError,
  name = 'main',
  waitMs = 5_000,
  mostWaiting = Number.POSITIVE_INFINITY,
  statementTimeoutMs = 15_000,
  readTimeoutMs = statementTimeoutMs + 5_000,
  pooling = 'session',
}: DatabaseOptions): Database => {
  const connections: Parameters<typeof trackConnection>[1] = new Set()
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    types,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    // Keep connections open: a new one has to plan every statement again, just when the load is highest.
    idleTimeoutMillis: 600_000,
    ...startupSettings(pooling, statementTimeoutMs),
    onConnect: async (client: pg.ClientBase) => {
      // A backend that is killed while its client is checked out raises 'error' on the client; without a listener that
      // ends the process. The pool's own listener covers idle clients only.
      client.on('error', onError)
      trackConnection(client, connections, { readTimeoutMs, isNaming: pooling === 'session' })
      await prepareSetAccount(client)
    },
  } as pg.PoolConfig)
  pool.on('error', onError)
  limitPool(pool, { name, max, mostWaiting })
  const db = new Kysely<DB>({ dialect: createDialect(pool) })
  limitShare([db, pool], { name, max, waitMs, mostWaiting })
  const close = async () => {
    await db.destroy()
    await pool.end()
  }
  return { db, pool, close }
}

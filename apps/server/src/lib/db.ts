import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../db.generated.ts'

/** What every store function takes first: the pool's Kysely, or the one bound to a transaction. */
export type Db = Kysely<DB>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// Ids are bigint in the database and stay far below 2^53: numbers in code. Money is numeric and stays text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const STATEMENT_NAMES = 1000

/**
 * PostgreSQL parses and plans a statement once when it has a name; Kysely gives none. Named here by their text, they
 * cost the database half (measured: docs/decisions/kysely.md). The map is bounded: a statement whose text varies without end
 * (an IN list; write `= any($1)`) would otherwise fill the server's memory.
 */
const nameStatements = (client: pg.PoolClient, names: Map<string, string>): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || CONTROL.test(text)) return query(text, values, ...rest)
    if (!names.has(text) && names.size < STATEMENT_NAMES) names.set(text, `s${names.size}`)
    const name = names.get(text)
    return query(name ? { name, text, values } : { text, values }, ...rest)
  }
  client.query = named as typeof client.query
}

const CONTROL = /^(begin|commit|rollback|savepoint|release)\b/i

/** Both leave in one message to the network. */
export const inOneWrite = <T>(client: pg.PoolClient, write: () => T): T => {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return write()
  } finally {
    stream.uncork()
  }
}

/**
 * A transaction begins with its first statement: the two leave together, which saves every transaction a round trip, and
 * one without statements never reaches PostgreSQL. If the beginning fails, so does the statement.
 */
const beginLate = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let beginning: string | undefined
  const late = (text: unknown, ...rest: unknown[]): unknown => {
    if (typeof text === 'string' && /^begin\b/i.test(text)) {
      beginning = text
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    if (beginning === undefined) return query(text, ...rest)
    const begin = beginning
    beginning = undefined
    if (text === 'commit' || text === 'rollback') return Promise.resolve({ command: text, rowCount: null, rows: [] })
    return inOneWrite(client, () => Promise.all([query(begin), query(text, ...rest)])).then(([, answer]) => answer)
  }
  client.query = late as typeof client.query
}

export type DatabaseOptions = {
  url: string
  max: number
  applicationName: string
  onError: (error: Error) => void
  statementTimeoutMs?: number
}

export const openDatabase = ({
  url,
  max,
  applicationName,
  onError,
  statementTimeoutMs = 15_000,
}: DatabaseOptions): Database => {
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
    // A grey failure must end: the server cancels what it can, the driver gives up on what it cannot (query_timeout).
    statement_timeout: statementTimeoutMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    query_timeout: statementTimeoutMs + 5_000,
  } as pg.PoolConfig)
  const names = new Map<string, string>()
  pool.on('connect', (client) => {
    // A backend that is killed while its client is checked out raises 'error' on the client; without a listener that
    // ends the process. The pool's own listener covers idle clients only.
    client.on('error', onError)
    nameStatements(client, names)
    beginLate(client)
  })
  pool.on('error', onError)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { DB } from '../../db.generated.ts'

/** What every store function takes first: the pool's Kysely, or the one bound to a transaction. */
export type Db = Kysely<DB>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// Ids are bigint in the database and stay far below 2^53: numbers in code. Money is numeric and stays text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const STATEMENT_NAMES = 1000
const names = new Map<string, string>()

/**
 * PostgreSQL parses and plans a statement once when it has a name; Kysely gives none. Named here by their text, they
 * cost the database half (measured: docs/decisions/kysely.md). The map is bounded: a statement whose text varies without end
 * (an IN list; write `= any($1)`) would otherwise fill the server's memory.
 */
const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < STATEMENT_NAMES) names.set(text, `s${names.size}`)
  return names.get(text)
}

type Send = (config: object, done: (error: Error | undefined, answer: unknown) => void) => unknown

/**
 * A promise of an answer. Those that pg makes itself, and its own time-out of a query, keep answers alive past the young
 * collections, which took 5 ms instead of 2 (measured: docs/decisions/node-26.md).
 */
const promised = async (send: Send, config: object): Promise<unknown> => {
  try {
    return await new Promise((resolve, reject) => {
      send(config, (error, answer) => (error ? reject(error) : resolve(answer)))
    })
  } catch (error) {
    // The stack leads to who asked, not to the socket that answered.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

const nameStatements = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const byName = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || typeof values === 'function' || rest.length > 0) return query(text, values, ...rest)
    const config = CONTROL.test(text) || !Array.isArray(values) ? { text } : { name: nameOf(text), text, values }
    return promised(query, config)
  }
  client.query = byName as typeof client.query
}

const CONTROL = /^(begin|commit|rollback|savepoint|release)\b/i

type Socket = Writable & { setTimeout: (ms: number, isSilent: () => void) => unknown }

const connectionOf = (client: pg.ClientBase): Protocol & { stream: Socket } =>
  (client as unknown as { connection: Protocol & { stream: Socket } }).connection

/** Both leave in one message to the network. */
const inOneWrite = <T>(client: pg.ClientBase, write: () => T): T => {
  const stream = connectionOf(client).stream
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
const beginLate = (client: pg.ClientBase): void => {
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

/** What sets the account of a transaction and gives no row; known to every connection from its beginning. */
const SETTINGS = {
  promised: "select where set_config('app.account', $1, true) is null",
  unpromised:
    "select where set_config('app.account', $1, true) is null or set_config('synchronous_commit', 'off', true) is null",
}
export type Setting = keyof typeof SETTINGS

/** A statement with its values, as Kysely compiles it. */
export type Statement = { sql: string; parameters: readonly unknown[] }

type Protocol = {
  parsedStatements: Record<string, string>
  parse: (message: { name: string; text: string }) => void
  bind: (message: { statement: string; values: unknown[] }) => void
  describe: (message: { type: 'P'; name: string }) => void
  execute: () => void
  sync: () => void
}
type Named = { name: string; text: string; values: unknown[] }
type Answer = { rows: unknown[] }

const named = ({ sql, parameters }: Statement): Named => ({
  name: nameOf(sql) ?? '',
  text: sql,
  values: parameters.map(prepareValue),
})

/** A message of one's own making, instead of the one that pg would make of a query. */
const send = (client: pg.ClientBase, { name, text }: Partial<Named>, write: (connection: Protocol) => void) => {
  const submit: Send = (config, done) =>
    client.query(Object.assign(new pg.Query(config as pg.QueryConfig, done), { prepare: write }))
  return promised(submit, { name, text: text ?? '', queryMode: 'extended' })
}

/** Apart from its use: of a message that failed nobody knows how much of it was prepared. */
const prepareNamed = async (client: pg.ClientBase, { name, text }: Named): Promise<void> => {
  if (name === '' || connectionOf(client).parsedStatements[name] !== undefined) return
  await send(client, { name, text }, (connection) => {
    connection.parse({ name, text })
    connection.sync()
  })
}

/**
 * Statements behind the one that sets their account, with a single end to all of them: PostgreSQL makes a transaction of
 * what comes between two ends, so no message begins or commits one, and it answers once. If one of them fails, none
 * happened.
 */
export const queryInAccount = async (
  client: pg.ClientBase,
  accountId: number,
  statements: readonly Statement[],
  setting: Setting,
): Promise<unknown[][]> => {
  const all = statements.map(named)
  for (const one of all) await prepareNamed(client, one)
  const answer = await send(client, {}, (connection) => {
    connection.bind({ statement: setting, values: [String(accountId)] })
    connection.execute()
    for (const { name, text, values } of all) {
      if (name === '') connection.parse({ name, text })
      connection.bind({ statement: name, values })
      connection.describe({ type: 'P', name: '' })
      connection.execute()
    }
    connection.sync()
  })
  const [, ...answers] = answer as Answer[]
  return answers.map(({ rows }) => rows)
}

/** The server ends what it can by its own time-outs; when it is not even heard of for longer, the connection is cut. */
const cutWhenSilent = (client: pg.ClientBase, ms: number): void => {
  const socket = connectionOf(client).stream
  socket.setTimeout(ms, () => socket.destroy(new Error('Query read timeout')))
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
    // A new connection has everything to learn, just when there is the most to do: those there are stay.
    idleTimeoutMillis: 600_000,
    // A grey failure must end.
    statement_timeout: statementTimeoutMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 20_000,
    onConnect: async (client: pg.ClientBase) => {
      // A backend that is killed while its client is checked out raises 'error' on the client; without a listener that
      // ends the process. The pool's own listener covers idle clients only.
      client.on('error', onError)
      cutWhenSilent(client, statementTimeoutMs + 5_000)
      nameStatements(client)
      beginLate(client)
      for (const [name, text] of Object.entries(SETTINGS)) await client.query({ name, text, values: [''] })
    },
  } as pg.PoolConfig)
  pool.on('error', onError)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { isStaleStatement } from '../errors.ts'
import { acquire, inOneWrite, release, send, statementName } from './connection.ts'
import { setAccountText } from './one-message.ts'

// Kysely on pg with what its own driver for PostgreSQL lacks: named statements, a BEGIN that travels with the first
// statement, and a retry when prepared statements have become stale.

type Connection = DatabaseConnection & { release: () => void }

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const toResult = <Row>(answer: unknown): QueryResult<Row> => {
  const { command, rowCount, rows } = answer as pg.QueryResult & { rows: Row[] }
  return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
}

const BEGIN = /^begin\b/i
/** Begins a transaction of the account that is the parameter. */
export const BEGIN_IN_ACCOUNT = 'begin in account'
const NOTHING = { rows: [] }

const createConnection = (pool: pg.Pool, acquired: pg.PoolClient): Connection => {
  let client: pg.PoolClient | undefined = acquired
  /** The BEGIN that has not been sent yet. */
  let pendingBegin: string | undefined
  let isOpen = false

  const current = (): pg.PoolClient => client ?? acquired

  const sendControl = (text: string) => send(current(), new pg.Query({ text }))

  const sendStatement = ({ sql: text, parameters: values }: CompiledQuery) =>
    send(current(), new pg.Query({ name: statementName(current(), text), text, values } as pg.QueryConfig))

  /**
   * A transaction begins with its first statement: the two leave in one packet, which saves every transaction a round
   * trip, and one without statements never reaches PostgreSQL. If BEGIN fails, so does the statement.
   */
  const sendFirst = async (begin: string, query: CompiledQuery) => {
    pendingBegin = undefined
    isOpen = true
    const [, answer] = await inOneWrite(current(), () => Promise.all([sendControl(begin), sendStatement(query)]))
    return answer
  }

  /** PostgreSQL ends an aborted transaction on COMMIT too, without an error: it answers ROLLBACK. */
  const endTransaction = async (text: 'commit' | 'rollback') => {
    pendingBegin = undefined
    if (!isOpen) return
    const { command } = (await sendControl(text)) as pg.QueryResult
    isOpen = false
    if (text === 'commit' && command === 'ROLLBACK') {
      throw new Error('the transaction was rolled back: a statement in it had failed, and the error was ignored')
    }
  }

  const renew = async (): Promise<void> => {
    const stale = current()
    client = undefined
    release(stale)
    client = await acquire(pool)
  }

  /** A statement that failed as stale had no effect. Inside a transaction `inAccount` runs the whole of it again. */
  const sendAlone = async (query: CompiledQuery) => {
    try {
      return await sendStatement(query)
    } catch (error) {
      if (isOpen || !isStaleStatement(error)) throw error
      await renew()
      return sendStatement(query)
    }
  }

  return {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const { sql: text } = query
      if (text === 'commit' || text === 'rollback') await endTransaction(text)
      else if (text === BEGIN_IN_ACCOUNT)
        pendingBegin = `begin; ${setAccountText(current(), Number(query.parameters[0]))}`
      else if (BEGIN.test(text)) pendingBegin = text
      else return toResult(await (pendingBegin === undefined ? sendAlone(query) : sendFirst(pendingBegin, query)))
      return NOTHING
    },
    streamQuery: () => {
      throw new Error('streaming is not supported: read page by page')
    },
    release: () => {
      // Do not reuse a connection whose transaction could not be ended.
      if (isOpen) client?.release(true)
      else if (client) release(client)
      pendingBegin = undefined
      isOpen = false
    },
  }
}

const createDriver = (pool: pg.Pool): Driver => {
  const connections = new WeakMap<object, Connection>()
  const control = (connection: DatabaseConnection, text: string) => connection.executeQuery(CompiledQuery.raw(text))
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      const client = await acquire(pool)
      const known = connections.get(client)
      if (known) return known
      const connection = createConnection(pool, client)
      connections.set(client, connection)
      return connection
    },
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await control(connection, `begin${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    commitTransaction: async (connection) => void (await control(connection, 'commit')),
    rollbackTransaction: async (connection) => void (await control(connection, 'rollback')),
    releaseConnection: async (connection) => (connection as Connection).release(),
    // The pool is closed where it was opened.
    destroy: async () => undefined,
  }
}

export const createDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

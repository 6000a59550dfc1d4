import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { isStaleStatement } from '../errors.ts'
import { acquire, release } from './connection.ts'
import type { Db } from './database.ts'
import { type CommitMode, queryInAccount } from './one-message.ts'
import { isConflict } from './pg-errors.ts'

const TRIES = 3

/**
 * The only way to the tables: a transaction that belongs to one account. Row-level security compares every row with
 * the account set here, for this transaction alone. `work` may run again, after a deadlock or when a migration changed a
 * table under a prepared statement, so it does nothing but read and write the database; notify browsers and call modules
 * after it returned.
 */
export const inAccount = <T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  retryOnConflict(
    () => db.connection().execute((connection) => runOnce(connection, beginIn(accountId), work)),
    TRIES,
    mayRunAgain,
  )

const mayRunAgain = (error: unknown): boolean => isConflict(error) || isStaleStatement(error)

const beginIn = (accountId: number): string => {
  if (!Number.isSafeInteger(accountId)) throw new Error(`not an account: ${accountId}`)
  return `begin; set local app.account = '${accountId}'`
}

/** Runs work again after a deadlock or a serialization failure, or whatever else the caller counts as a conflict. */
export const retryOnConflict = async <T>(
  work: () => Promise<T>,
  tries = TRIES,
  isRetryable: (error: unknown) => boolean = isConflict,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt >= tries) throw error
    }
  }
}

const runOnce = async <T>(connection: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> => {
  // Leaves together with the first statement (driver.ts).
  await connection.executeQuery(CompiledQuery.raw(begin))
  try {
    const result = await work(connection)
    await connection.executeQuery(CompiledQuery.raw('commit'))
    return result
  } catch (error) {
    // On a lost connection the rollback fails too; PostgreSQL has then rolled back by itself.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
    throw error
  }
}

type RowsOf<Queries extends readonly CompiledQuery<unknown>[]> = {
  -readonly [Place in keyof Queries]: Queries[Place] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Statements of a hot path that need no answer on the way, in a transaction of their account: one message there, one
 * back. After a conflict they are not run again: whoever built the statements knows what they were built on.
 * `asyncCommit` is for what may be lost: the commit does not wait for the disk, and a crash of PostgreSQL takes the last
 * moments of it.
 */
export const inAccountBatch = <const Queries extends readonly CompiledQuery<unknown>[]>(
  pool: pg.Pool,
  accountId: number,
  queries: Queries,
  mode: CommitMode = 'durable',
): Promise<RowsOf<Queries>> => retryOnConflict(() => sendBatch(pool, accountId, queries, mode), TRIES, isStaleStatement)

const sendBatch = async <const Queries extends readonly CompiledQuery<unknown>[]>(
  pool: pg.Pool,
  accountId: number,
  queries: Queries,
  mode: CommitMode,
): Promise<RowsOf<Queries>> => {
  const client = await acquire(pool)
  try {
    return (await queryInAccount(client, accountId, queries, mode)) as RowsOf<Queries>
  } finally {
    release(client)
  }
}

/** The same for a single one, which runs again after a deadlock. */
export const inAccountQuery = async <Row>(
  pool: pg.Pool,
  accountId: number,
  query: CompiledQuery<Row>,
  mode: CommitMode = 'durable',
): Promise<Row[]> => (await retryOnConflict(() => sendBatch(pool, accountId, [query], mode), TRIES, mayRunAgain))[0]

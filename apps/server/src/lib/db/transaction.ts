import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { isStaleStatement } from '../errors.ts'
import { acquire, release } from './connection.ts'
import type { Db } from './database.ts'
import { BEGIN_IN_ACCOUNT } from './driver.ts'
import { inTurn } from './fair-share.ts'
import { type CommitMode, queryInAccount } from './one-message.ts'
import { isConflict } from './pg-errors.ts'

const TRIES = 3

/**
 * The only access to the tables: a transaction of one account. Row-level security compares every row with the account
 * set here, for this transaction alone. `work` may run again, after a deadlock or when a migration changed a table
 * under a prepared statement, so it does nothing but read and write the database; notify browsers and call modules
 * after it returned.
 */
export const inAccount = <T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> => {
  const open = openTransactions.get(db)
  if (open) return join(db, open, accountId, work)
  const once = () => db.connection().execute((connection) => runOnce(connection, accountId, work))
  return retryOnConflict(() => takeTurn(db, accountId, once), TRIES, mayRunAgain)
}

/** Who has a connection already must not wait for another. */
const takeTurn = <T>(handle: Db | pg.Pool, accountId: number, work: () => Promise<T>): Promise<T> =>
  isInTransaction() ? work() : inTurn(handle, accountId, work)

type OpenTransaction = { accountId: number; last: Promise<unknown> }

/** Called with the `trx` of an open transaction instead of a pool, inAccount joins that transaction. */
const openTransactions = new WeakMap<Db, OpenTransaction>()

/** A joined part rolls back alone when it fails. Parts run one after another: a connection has one transaction. */
const join = <T>(trx: Db, open: OpenTransaction, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> => {
  if (accountId !== open.accountId) throw new Error(`the open transaction belongs to account ${open.accountId}`)
  const control = (text: string) => trx.executeQuery(CompiledQuery.raw(text))
  const part = async () => {
    await control('savepoint part')
    try {
      const result = await work(trx)
      await control('release savepoint part')
      return result
    } catch (error) {
      await control('rollback to savepoint part').catch(() => undefined)
      throw error
    }
  }
  const result = open.last.then(part)
  open.last = result.catch(() => undefined)
  return result
}

/** Part of a transaction that rolls back alone when it fails; inside it, inAccount may join the transaction. */
export const inSavepoint = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  const control = (text: string) => trx.executeQuery(CompiledQuery.raw(text))
  await control('savepoint step')
  try {
    const result = await work()
    await control('release savepoint step')
    return result
  } catch (error) {
    await control('rollback to savepoint step')
    await control('release savepoint step')
    throw error
  }
}

const running = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Whether the caller runs inside `inAccount`: it holds a connection, and must not wait for another. */
export const isInTransaction = (): boolean => running.getStore()?.isOpen === true

const mayRunAgain = (error: unknown): boolean => isConflict(error) || isStaleStatement(error)

/** Runs work again after a deadlock or a serialization failure, or another conflict that the caller defines. */
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

const runOnce = async <T>(connection: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> => {
  // Leaves together with the first statement (driver.ts).
  await connection.executeQuery(CompiledQuery.raw(BEGIN_IN_ACCOUNT, [accountId]))
  openTransactions.set(connection, { accountId, last: Promise.resolve() })
  const state = { isOpen: true }
  try {
    const result = await running.run(state, work, connection)
    await connection.executeQuery(CompiledQuery.raw('commit'))
    return result
  } catch (error) {
    // On a lost connection the rollback fails too; PostgreSQL has then rolled back by itself.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
    throw error
  } finally {
    state.isOpen = false
  }
}

type RowsOf<Queries extends readonly CompiledQuery<unknown>[]> = {
  -readonly [Place in keyof Queries]: Queries[Place] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Statements of a hot path that do not depend on each other's results, in one transaction and one round trip. After a
 * conflict they are not run again: the caller has to load and build them again. `asyncCommit` is for data that may be
 * lost: the commit does not wait for the disk, and a crash of PostgreSQL loses the last moments of it.
 */
export const inAccountBatch = <const Queries extends readonly CompiledQuery<unknown>[]>(
  pool: pg.Pool,
  accountId: number,
  queries: Queries,
  mode: CommitMode = 'durable',
): Promise<RowsOf<Queries>> => retryOnConflict(() => sendBatch(pool, accountId, queries, mode), TRIES, isStaleStatement)

const sendBatch = <const Queries extends readonly CompiledQuery<unknown>[]>(
  pool: pg.Pool,
  accountId: number,
  queries: Queries,
  mode: CommitMode,
): Promise<RowsOf<Queries>> =>
  takeTurn(pool, accountId, async () => {
    const client = await acquire(pool)
    try {
      return (await queryInAccount(client, accountId, queries, mode)) as RowsOf<Queries>
    } finally {
      release(client)
    }
  })

/** The same for a single one, which runs again after a deadlock. */
export const inAccountQuery = async <Row>(
  pool: pg.Pool,
  accountId: number,
  query: CompiledQuery<Row>,
  mode: CommitMode = 'durable',
): Promise<Row[]> => (await retryOnConflict(() => sendBatch(pool, accountId, [query], mode), TRIES, mayRunAgain))[0]

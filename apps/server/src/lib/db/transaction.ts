import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, queryInAccount, type Setting } from './database.ts'
import { isConflict } from './pg-errors.ts'

const TRIES = 3

/**
 * The only way to the tables: a transaction that belongs to one account. Row-level security compares every row with
 * the account set here, for this transaction alone. `work` may run again after a deadlock, so it does nothing but
 * read and write the database; tell browsers and call modules after it returned.
 */
export const inAccount = <T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  retryOnConflict(() => db.connection().execute((connection) => runOnce(connection, beginIn(accountId), work)))

const beginIn = (accountId: number): string => {
  if (!Number.isSafeInteger(accountId)) throw new Error(`not an account: ${accountId}`)
  return `begin; set local app.account = '${accountId}'`
}

/** Runs what gave way to another once more. */
export const retryOnConflict = async <T>(work: () => Promise<T>, tries = TRIES, gaveWay = isConflict): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!gaveWay(error) || attempt >= tries) throw error
    }
  }
}

const runOnce = async <T>(connection: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> => {
  // Leaves together with the first statement (beginLate in db.ts).
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
 * back. After a conflict it is not run again: whoever built the statements knows what they were built on. Unpromised is
 * for what may be lost: its commit does not wait for the disk, and a crash of PostgreSQL takes the last moments of it.
 */
export const inAccountBatch = async <const Queries extends readonly CompiledQuery<unknown>[]>(
  pool: pg.Pool,
  accountId: number,
  queries: Queries,
  setting: Setting = 'promised',
): Promise<RowsOf<Queries>> => {
  const client = await pool.connect()
  try {
    return (await queryInAccount(client, accountId, queries, setting)) as RowsOf<Queries>
  } finally {
    client.release()
  }
}

/** The same for a single one, which runs again after a deadlock. */
export const inAccountQuery = async <Row>(
  pool: pg.Pool,
  accountId: number,
  query: CompiledQuery<Row>,
  setting: Setting = 'promised',
): Promise<Row[]> => (await retryOnConflict(() => inAccountBatch(pool, accountId, [query], setting)))[0]

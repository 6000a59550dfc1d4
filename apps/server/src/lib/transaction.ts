import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, queryInAccount, type Setting } from './db.ts'
import { isConflict } from './errors.ts'

const TRIES = 3

/**
 * The only way to the tables: a transaction that belongs to one account. Row-level security compares every row with
 * the account set here, for this transaction alone. `work` may run again after a deadlock, so it does nothing but
 * read and write the database; tell browsers and call modules after it returned.
 */
export const inAccount = <T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  again(db, beginIn(accountId), work)

/**
 * The same for what may be lost: its commit does not wait for the disk, and a crash of PostgreSQL takes the last
 * moments of it. For logs that nobody was promised; never for a fact.
 */
export const inAccountUnpromised = <T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> =>
  again(db, `${beginIn(accountId)}; set local synchronous_commit = off`, work)

const beginIn = (accountId: number): string => {
  if (!Number.isSafeInteger(accountId)) throw new Error(`not an account: ${accountId}`)
  return `begin; set local app.account = '${accountId}'`
}

const again = async <T>(db: Db, begin: string, work: (trx: Db) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.connection().execute((connection) => runOnce(connection, begin, work))
    } catch (error) {
      if (!isConflict(error) || attempt >= TRIES) throw error
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

/** One statement of a hot path, alone in a transaction of its account: one message there, one back. */
export const inAccountOnce = async <Row>(
  pool: pg.Pool,
  accountId: number,
  query: CompiledQuery<Row>,
  setting: Setting = 'promised',
): Promise<Row[]> => {
  const client = await pool.connect()
  try {
    return await queryInAccount<Row>(client, accountId, query.sql, query.parameters, setting)
  } finally {
    client.release()
  }
}

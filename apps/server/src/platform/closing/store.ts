import { CompiledQuery, sql } from 'kysely'
import type { RunQuery } from '../../lib/db/account-tables.ts'
import type { Db } from '../../lib/db/database.ts'
import type { Closing } from './rules.ts'

export const findClosing = async (db: Db): Promise<Closing | undefined> => {
  const row = await db
    .selectFrom('account_closing')
    .select(['closed_at', 'erase_at', 'held_because'])
    .executeTakeFirst()
  return row && { closedAt: row.closed_at, eraseAt: row.erase_at, heldBecause: row.held_because }
}

export const findHold = async (db: Db): Promise<{ because: string; since: Date } | undefined> => {
  const row = await db.selectFrom('account_closing').select(['held_because', 'held_at']).executeTakeFirst()
  return row?.held_because && row.held_at ? { because: row.held_because, since: row.held_at } : undefined
}

/** Some rows of a table; the database refuses where the account is not to be erased. */
export const deleteRowsOf = async (db: Db, table: string, most: number): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`select erase_account_rows(${table}, ${most}) as gone`.execute(db)
  return rows[0]?.gone ?? 0
}

/** The account itself and its host names. */
export const deleteAccount = async (db: Db): Promise<void> => {
  await sql`select erase_closed_account()`.execute(db)
}

/** For reading the catalog. */
export const runOn =
  (db: Db): RunQuery =>
  async <Row>(text: string, values: readonly unknown[] = []) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]

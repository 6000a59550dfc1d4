import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Makes transactions of the account that use one name wait for each other until they end. For names that must be unique and have no
 * unique index, because installations have repeats from the time when those were accepted.
 */
export const lockName = async (db: Db, kind: 'client-id' | 'payment-id', name: string): Promise<void> => {
  const inAccount = sql`current_setting('app.account') || '/' || ${name}::text`
  await sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${inAccount}))`.execute(db)
}

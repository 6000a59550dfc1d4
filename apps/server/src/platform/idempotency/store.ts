import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// D-84: the key of a POST and its sealed answer.

export type RequestKey = { caller: string; key: string; fingerprint: Buffer }
export type StoredAnswer = { fingerprint: Buffer; status: number; answer: Buffer }

const KEPT = sql<Date>`now() - interval '24 hours'`

/**
 * Claims the key for this transaction. A concurrent request with the same key waits here until the first one has ended.
 * False when the key was used within 24 hours.
 */
export const claimKey = async (db: Db, { caller, key, fingerprint }: RequestKey): Promise<boolean> => {
  const row = await db
    .insertInto('idempotent_request')
    .values({ caller, key, fingerprint })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'caller', 'key'])
        .doUpdateSet({ fingerprint, status: null, answer: null, created_at: sql`now()` })
        .where('idempotent_request.created_at', '<', KEPT),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export const findAnswer = async (
  db: Db,
  { caller, key }: Pick<RequestKey, 'caller' | 'key'>,
): Promise<StoredAnswer | undefined> => {
  const row = await db
    .selectFrom('idempotent_request')
    .select(['fingerprint', 'status', 'answer'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>=', KEPT)
    .executeTakeFirst()
  return row && row.status !== null && row.answer !== null
    ? { fingerprint: row.fingerprint, status: row.status, answer: row.answer }
    : undefined
}

export const saveAnswer = async (
  db: Db,
  { caller, key }: Pick<RequestKey, 'caller' | 'key'>,
  status: number,
  answer: Buffer,
): Promise<void> => {
  await db
    .updateTable('idempotent_request')
    .set({ status, answer })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .execute()
}

/** Whether there may be more. */
export const deleteExpiredKeys = async (db: Db): Promise<boolean> => {
  const expired = db
    .selectFrom('idempotent_request')
    .select(['caller', 'key'])
    .where('created_at', '<', KEPT)
    .limit(5_000)
  const { numDeletedRows } = await db
    .deleteFrom('idempotent_request')
    .using(expired.as('expired'))
    .whereRef('idempotent_request.caller', '=', 'expired.caller')
    .whereRef('idempotent_request.key', '=', 'expired.key')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

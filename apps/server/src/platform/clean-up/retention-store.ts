import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { KeepDays } from './retention-rules.ts'

export type StoredRetention = { kind: RetentionKind; keepDays: number | null; deletedTo: Date | null }

export const listRetention = async (db: Db): Promise<StoredRetention[]> => {
  const rows = await db.selectFrom('retention').select(['kind', 'keep_days', 'deleted_to']).execute()
  return rows.map((row) => ({ kind: row.kind as RetentionKind, keepDays: row.keep_days, deletedTo: row.deleted_to }))
}

export const saveRetention = async (db: Db, kind: RetentionKind, keepDays: number | null): Promise<void> => {
  await db
    .insertInto('retention')
    .values({ kind, keep_days: keepDays })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ keep_days: keepDays }))
    .execute()
}

/** What decides about the rows of a kind. */
export const findRetention = async (
  db: Db,
  kind: RetentionKind,
): Promise<{ keepDays: KeepDays; timezone: string; isHeld: boolean }> => {
  const { rows } = await sql<{ has: boolean; keep_days: number | null; timezone: string; held: boolean }>`
    select r.kind is not null as has, r.keep_days, a.timezone,
      exists (select from account_closing where held_because is not null) as held
    from account a left join retention r on r.kind = ${kind}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('there is no account')
  return { keepDays: row.has ? row.keep_days : undefined, timezone: row.timezone, isHeld: row.held }
}

/** Before the first row goes: from now on the days before are not computed again. It only moves forward. */
export const saveDeletedTo = async (db: Db, kind: RetentionKind, before: Date): Promise<void> => {
  await sql`update retention set deleted_to = ${before}
    where kind = ${kind} and (deleted_to is null or deleted_to < ${before})`.execute(db)
}

export const findDeletedTo = async (db: Db, kind: RetentionKind): Promise<Date | undefined> => {
  const row = await db.selectFrom('retention').select('deleted_to').where('kind', '=', kind).executeTakeFirst()
  return row?.deleted_to ?? undefined
}

/** Of a log that the app's role cannot delete from; the database checks the age and the hold once more. */
export const deleteExpiredRows = async (
  db: Db,
  table: 'timeline' | 'action_log' | 'invoice_inbox',
  before: Date,
  { after, most }: { after: number; most: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ last_id: number | null }>`
    select last_id from delete_expired(${table}, ${before}, ${after}, ${most})`.execute(db)
  return rows[0]?.last_id ?? undefined
}

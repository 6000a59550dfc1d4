import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { LastRun } from './rules.ts'

/** The database's clock and the last run of a job. */
export const readClock = async (db: Db, job: string): Promise<{ databaseNow: Date; last: LastRun | undefined }> => {
  const { rows } = await sql<{ now: Date; ran_at: Date | null; held_until: Date | null }>`
    select now() as now, run.ran_at, run.held_until
    from (select) clock left join clean_up_run run on run.job = ${job}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no time')
  return { databaseNow: row.now, last: row.ran_at ? { at: row.ran_at, heldUntil: row.held_until } : undefined }
}

export const saveRun = async (db: Db, job: string, { at, heldUntil }: LastRun): Promise<void> => {
  const run = { ran_at: at, held_until: heldUntil }
  await db
    .insertInto('clean_up_run')
    .values({ job, ...run })
    .onConflict((conflict) => conflict.columns(['account_id', 'job']).doUpdateSet(run))
    .execute()
}

import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// How much was logged on a day, in UTC.

export type DayTotal = { bytes: number; unlogged: number }

/** Beyond the daily limit requests are only counted. */
export const unloggedUpsert = (db: Db, day: string, requests: number): CompiledQuery<DayTotal> =>
  sql<DayTotal>`
    insert into traffic_day as total (day, unlogged) values (${day}, ${requests})
    on conflict (account_id, day) do update set unlogged = total.unlogged + excluded.unlogged
    returning bytes, unlogged`.compile(db)

export const findDay = (db: Db, day: string): Promise<DayTotal | undefined> =>
  db
    .selectFrom('traffic_day')
    .select(['bytes', 'unlogged'])
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst()

export const deleteDaysBefore = async (db: Db, at: Date): Promise<void> => {
  await db.deleteFrom('traffic_day').where('day', '<', at).execute()
}

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// How much was logged on a day, in UTC. Beyond the daily limit requests are only counted.

export type DayTotal = { bytes: number; unlogged: number }

export const findDay = (db: Db, day: string): Promise<DayTotal | undefined> =>
  db
    .selectFrom('traffic_day')
    .select(['bytes', 'unlogged'])
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst()

export const deleteDaysBefore = async (db: Db, at: Date): Promise<void> => {
  await db.deleteFrom('traffic_day').where('day', '<', at).execute()
}

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** D-132: a row for each active user who wants the report and has none of this week yet; returns the new ones. */
export const insertReports = async (db: Db, week: string): Promise<number[]> => {
  const { rows } = await sql<{ userId: number }>`
    insert into weekly_report (user_id, week)
    select n.user_id, ${week}::date from notification_settings n join app_user u on u.id = n.user_id
    where u.active and n.settings -> 'weeklyReport' = 'true'::jsonb
    order by n.user_id
    on conflict (account_id, user_id, week) do nothing
    returning user_id as "userId"`.execute(db)
  return rows.map(({ userId }) => userId)
}

export const isUnsent = async (db: Db, userId: number, week: string): Promise<boolean> => {
  const row = await db
    .selectFrom('weekly_report')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('week', '=', sql<Date>`${week}::date`)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const markSent = async (db: Db, userId: number, week: string, at: Date): Promise<void> => {
  await db
    .updateTable('weekly_report')
    .set({ sent_at: at })
    .where('user_id', '=', userId)
    .where('week', '=', sql<Date>`${week}::date`)
    .execute()
}

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { ReportPeriod } from '../../platform/statistics/rules.ts'
import type { ChatRow } from './rules.ts'

export type ChatDimension = 'all' | 'user' | 'channel'

/** A row for each day and value. */
export const listDays = async (
  db: Db,
  { from, to }: ReportPeriod,
  dimensions: readonly ChatDimension[],
  value?: string,
): Promise<ChatRow[]> => {
  const { rows } = await sql<ChatRow>`
    select dimension, value, to_char(day, 'YYYY-MM-DD') as day, opened, answered, closed, positive, negative, neutral,
      first_responses as "firstResponses", resolutions, opened_by_hour as "openedByHour"
    from chat_statistics
    where dimension = any(${dimensions}::text[]) and day between ${from}::date and ${to}::date
      ${value === undefined ? sql`` : sql`and value = ${value}`}
    order by day`.execute(db)
  return rows
}

/** Along the index of those in which a customer waits. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from chat where waiting_since is not null and state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

export const listChannelNames = async (db: Db): Promise<Map<string, string>> => {
  const rows = await db.selectFrom('channel').select(['id', 'name', 'type']).execute()
  return new Map(rows.map(({ id, name, type }) => [String(id), name ?? type]))
}

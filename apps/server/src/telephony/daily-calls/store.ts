import type { DailyCalls } from '@patchbay/contract/telephony/workspace/daily-calls'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** Incoming calls that exchanges reported since then, by day; days without any are left out. */
export const listCallsByDay = async (db: Db, from: Date, timezone: string): Promise<DailyCalls[]> => {
  const { rows } = await sql<DailyCalls>`
    select to_char(started_at at time zone ${timezone}, 'YYYY-MM-DD') as day,
      (count(*) filter (where result = 'answered'))::integer as answered,
      (count(*) filter (where missed))::integer as missed
    from call where started_at >= ${from} and direction = 'in' and module_id is not null
    group by 1`.execute(db)
  return rows
}

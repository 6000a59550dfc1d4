import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type CallLoad = { userId: number; onCall: boolean; lastWorkAt: Date | null }

/** Their latest call: whether they are on it now, or when it ended. */
export const listCallLoads = async (db: Db, userIds: readonly number[]): Promise<CallLoad[]> => {
  const { rows } = await sql<CallLoad>`
    select u.id as "userId", c.state = 'talking' as "onCall", c.ended_at as "lastWorkAt"
    from unnest(${userIds}::bigint[]) u(id)
    cross join lateral (
      select state, ended_at from call where user_id = u.id order by started_at desc limit 1) c`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Call } from '../calls/rules.ts'

export type OpenCallRow = Pick<Call, 'direction' | 'phone' | 'startedAt' | 'answeredAt' | 'userId' | 'legs'> & {
  id: number
  state: 'ringing' | 'talking'
  shop: string | null
}

const MOST = 100

/** Along the index of open calls; the states are literals, for that index. */
export const listOpenCalls = async (db: Db): Promise<OpenCallRow[]> => {
  const { rows } = await sql<OpenCallRow>`
    select c.id, c.direction, c.state, c.phone, c.started_at as "startedAt", c.answered_at as "answeredAt",
      c.user_id as "userId", c.legs, s.name as shop
    from call c left join shop s on s.id = c.shop_id
    where c.state in ('ringing', 'talking')
    order by c.started_at, c.id limit ${MOST}`.execute(db)
  return rows
}

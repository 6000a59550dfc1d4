import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { PaidOnDay } from './rules.ts'

/** What was paid since then, by day and currency; a payment that was returned is no longer paid. */
export const listPaidByDay = async (db: Db, from: Date, timezone: string): Promise<PaidOnDay[]> => {
  const { rows } = await sql<PaidOnDay>`
    select to_char(p.paid_at at time zone ${timezone}, 'YYYY-MM-DD') as day, o.currency, sum(p.amount)::text as amount
    from order_payment p
    join payment_status s on s.code = p.status and s.complete
    join customer_order o on o.id = p.order_id
    where p.paid_at >= ${from}
    group by 1, 2`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { PaidOnDay } from './rules.ts'

/**
 * What was paid since then, by day and currency; a payment that was returned is no longer paid. The currency is a subquery:
 * for a join PostgreSQL would read all orders of the account.
 */
export const listPaidByDay = async (db: Db, from: Date, timezone: string): Promise<PaidOnDay[]> => {
  const { rows } = await sql<PaidOnDay>`
    select day, currency, sum(amount)::text as amount
    from (
      select to_char(p.paid_at at time zone ${timezone}, 'YYYY-MM-DD') as day, p.amount,
        (select o.currency from customer_order o where o.id = p.order_id) as currency
      from order_payment p
      join payment_status s on s.code = p.status and s.complete
      where p.paid_at >= ${from}) paid
    group by day, currency`.execute(db)
  return rows
}

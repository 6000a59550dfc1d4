import { DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { LocalDay } from '../../platform/statistics/rules.ts'
import { bucketOf, changesOf, countsOf, listDays } from '../../platform/statistics/store.ts'

/** All days on which something happened to the invoices of the changed orders. */
export const listStaleDays = (db: Db, changeIds: readonly number[], timezone: string): Promise<string[]> => {
  const invoices = sql`${changesOf(changeIds)} changed join invoice i on i.order_id = changed.subject_id`
  const moments = [
    sql`select at from ${changesOf(changeIds)} changed`,
    sql`select unnest(array[i.created_at, i.paid_at]) from ${invoices}`,
    sql`select h.at from ${invoices} join invoice_history h on h.invoice_id = i.id and h.to_status = 'waitingForCapture'`,
    sql`select r.created_at from ${invoices} join invoice_refund r on r.invoice_id = i.id`,
  ]
  return listDays(db, sql.join(moments, sql` union all `), timezone)
}

const OF_INVOICE = sql`i.order_id, i.payment_id, i.module_id, i.currency`
const took = bucketOf(sql`greatest(0, extract(epoch from i.paid_at - i.created_at))`, DURATION_BOUNDS)

/** What happened on the day, a row each. */
const factsOf = ({ from, to }: LocalDay): RawBuilder<unknown> => {
  const onDay = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${to}`
  return sql`
    select 'issued' as kind, i.amount, i.paid_at is not null as converted, null::integer as took, ${OF_INVOICE}
    from invoice i where ${onDay(sql`i.created_at`)} and i.failed_at is null
    union all
    select 'paid', i.captured, false, ${took}, ${OF_INVOICE} from invoice i where ${onDay(sql`i.paid_at`)}
    union all
    select 'held', i.amount, false, null, ${OF_INVOICE} from invoice_history h join invoice i on i.id = h.invoice_id
    where h.to_status = 'waitingForCapture' and ${onDay(sql`h.at`)}
    union all
    select 'refund', r.amount, false, null, ${OF_INVOICE} from invoice_refund r join invoice i on i.id = r.invoice_id
    where r.status = 'succeeded' and ${onDay(sql`r.created_at`)}`
}

const count = (kind: string) => sql`count(*) filter (where kind = ${sql.lit(kind)})`
const amount = (kind: string) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)`

export const computeDay = async (db: Db, day: LocalDay): Promise<void> => {
  await sql`delete from payment_statistics where day = ${day.day}::date`.execute(db)
  await sql`
    insert into payment_statistics (dimension, day, value, currency, issued, issued_amount, converted, paid, paid_amount,
      held, held_amount, refunds, refunded_amount, payment_times)
    select dimension, ${day.day}::date, value, currency, ${count('issued')}, ${amount('issued')},
      count(*) filter (where converted), ${count('paid')}, ${amount('paid')}, ${count('held')}, ${amount('held')},
      ${count('refund')}, ${amount('refund')}, ${countsOf(sql`took`, DURATION_BOUNDS.length + 1, sql`kind = 'paid'`)}
    from (
      select fact.*, (select o.shop_id from customer_order o where o.id = fact.order_id) as shop_id,
        (select p.type from order_payment p where p.id = fact.payment_id) as type
      from (${factsOf(day)}) fact
    ) fact
    cross join lateral (values ('all', ''), ('shop', shop_id::text), ('type', type), ('module', module_id::text))
      as of (dimension, value)
    where value is not null
    group by dimension, value, currency`.execute(db)
}

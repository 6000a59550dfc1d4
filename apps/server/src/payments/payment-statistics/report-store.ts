import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { ReportPeriod } from '../../platform/statistics/rules.ts'
import type { PaymentRow } from './rules.ts'

export type PaymentDimension = 'all' | 'shop' | 'type' | 'module'

const FIGURES = sql`sum(issued)::integer as issued, sum(issued_amount)::text as "issuedAmount",
  sum(converted)::integer as converted, sum(paid)::integer as paid, sum(paid_amount)::text as "paidAmount",
  sum(held)::integer as held, sum(held_amount)::text as "heldAmount", sum(refunds)::integer as refunds,
  sum(refunded_amount)::text as "refundedAmount"`

export const listDays = async (
  db: Db,
  { from, to }: ReportPeriod,
  dimension: PaymentDimension,
  values: readonly string[],
): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select dimension, value, currency, to_char(day, 'YYYY-MM-DD') as day, payment_times as "paymentTimes", ${FIGURES}
    from payment_statistics
    where dimension = ${dimension} and day between ${from}::date and ${to}::date and value = any(${values}::text[])
    group by account_id, dimension, value, currency, day, payment_times order by day`.execute(db)
  return rows
}

/** The whole period of each shop, payment type and module, by currency. */
export const listParts = async (db: Db, { from, to }: ReportPeriod): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select dimension, value, currency, '' as day, '{}'::integer[] as "paymentTimes", ${FIGURES}
    from payment_statistics
    where dimension in ('shop', 'type', 'module') and day between ${from}::date and ${to}::date
    group by dimension, value, currency order by sum(issued) desc, value`.execute(db)
  return rows
}

export type HeldNow = { currency: string; count: number; amount: string; firstExpiry: Date | null }

/** Read from the invoices, along the index of those on hold. */
export const listHeldNow = async (db: Db): Promise<HeldNow[]> => {
  const { rows } = await sql<HeldNow>`
    select currency, count(*)::integer as count, sum(amount)::text as amount, min(expired_at) as "firstExpiry"
    from invoice where status = 'waitingForCapture' group by currency order by currency`.execute(db)
  return rows
}

/** Along the indexes of operations that are unknown, or wait for a person. */
export const countOpenOutcomes = async (db: Db): Promise<{ unknown: number; needPerson: number }> => {
  const { rows } = await sql<{ unknown: number; needPerson: number }>`
    select (select count(*)::integer from payment_operation where state = 'unknown') as unknown,
      (select count(*)::integer from payment_operation where state = 'needs_human') as "needPerson"`.execute(db)
  return rows[0] ?? { unknown: 0, needPerson: 0 }
}

export const listTypeNames = (db: Db): Promise<{ id: string; value: string; name: string }[]> =>
  db.selectFrom('payment_type').select(['code as id', 'code as value', 'name']).execute()

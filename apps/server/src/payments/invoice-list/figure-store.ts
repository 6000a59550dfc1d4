import type { InvoiceFigure } from '@patchbay/contract/payments/workspace/invoice-list'
import { type RawBuilder, sql } from 'kysely'
import type { Period } from '../../lib/text/period.ts'

/** What a figure of the report on payments counts. */
export type InvoiceFigureFilter = Period & {
  counted?: InvoiceFigure
  currency?: string
  type?: string
  paidOver?: number
  paidTo?: number
}

const inPeriod = (at: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${from ? sql`and ${at} >= ${from}` : sql``} ${to ? sql`and ${at} < ${to}` : sql``}`

/** The period is about what is counted; an invoice with two refunds is listed once. */
const countedSql = (filter: InvoiceFigureFilter): RawBuilder<unknown> => {
  switch (filter.counted) {
    case 'issued':
      return sql`and i.failed_at is null ${inPeriod(sql`i.created_at`, filter)}`
    case 'converted':
      return sql`and i.failed_at is null and i.paid_at is not null ${inPeriod(sql`i.created_at`, filter)}`
    case 'paid':
      return sql`and i.paid_at is not null ${inPeriod(sql`i.paid_at`, filter)}`
    case 'held':
      return sql`and i.id in (select h.invoice_id from invoice_history h
        where h.to_status = 'waitingForCapture' ${inPeriod(sql`h.at`, filter)})`
    case 'refunded':
      return sql`and i.id in (select r.invoice_id from invoice_refund r
        where r.status = 'succeeded' ${inPeriod(sql`r.created_at`, filter)})`
    default:
      return inPeriod(sql`i.created_at`, filter)
  }
}

const paidAfter = sql`ceil(greatest(0, extract(epoch from i.paid_at - i.created_at)))`

export const figureConditions = (filter: InvoiceFigureFilter): RawBuilder<unknown> => {
  const { currency, type, paidOver, paidTo } = filter
  return sql`${countedSql(filter)}
    ${currency === undefined ? sql`` : sql`and i.currency = ${currency}`}
    ${type === undefined ? sql`` : sql`and (select p.type from order_payment p where p.id = i.payment_id) = ${type}`}
    ${paidOver === undefined ? sql`` : sql`and ${paidAfter} > ${paidOver === 0 ? -1 : paidOver}`}
    ${paidTo === undefined ? sql`` : sql`and ${paidAfter} <= ${paidTo}`}`
}

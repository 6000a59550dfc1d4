import { money } from '@patchbay/contract/base/money'
import type { InvoiceStatus, RefundStatus } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { OurInvoice, OurRefund } from './rules.ts'

type Row = {
  id: string
  externalId: string | null
  orderId: number
  orderNumber: string
  status: InvoiceStatus | null
  failed: boolean
  amount: string
  captured: string
  refunded: string
  currency: string
  paidAt: Date | null
  createdAt: Date
  paymentAmount: string | null
  paymentStatus: string | null
  paymentCurrency: string | null
  complete: boolean | null
}

type RefundRow = {
  id: number
  invoiceId: string
  externalId: string | null
  amount: string
  status: RefundStatus
  at: Date
}

const toRefund = ({ id, externalId, amount, status, at }: RefundRow, currency: string): OurRefund => ({
  id,
  externalId,
  amount: money(amount, currency),
  status,
  at,
})

const toInvoice = (row: Row, refunds: readonly RefundRow[]): OurInvoice => {
  const { paymentAmount, paymentStatus, paymentCurrency, complete, amount, captured, refunded, ...same } = row
  return {
    ...same,
    amount: money(amount, row.currency),
    captured: money(captured, row.currency),
    refunded: money(refunded, row.currency),
    refunds: refunds.map((refund) => toRefund(refund, row.currency)),
    orderPayment:
      paymentAmount === null || paymentCurrency === null
        ? undefined
        : {
            amount: money(paymentAmount, paymentCurrency),
            currency: paymentCurrency,
            status: paymentStatus ?? '',
            complete: complete === true,
          },
  }
}

type Wanted = {
  moduleId: number
  from: Date
  to: Date
  /** What the lines of the statement name. */
  externalIds: readonly string[]
  invoiceIds: readonly string[]
}

/** The invoices of the module that were paid or refunded in the period, and those that are named. */
export const listDayInvoices = async (db: Db, wanted: Wanted): Promise<OurInvoice[]> => {
  const { moduleId, from, to, externalIds, invoiceIds } = wanted
  const { rows } = await sql<Row>`
    with ids as (
      select id from invoice where module_id = ${moduleId} and paid_at >= ${from} and paid_at < ${to}
      union select r.invoice_id from invoice_refund r where r.status = 'succeeded'
        and r.created_at >= ${from} and r.created_at < ${to}
      union select id from invoice where module_id = ${moduleId} and external_id = any(${externalIds}::text[])
      union select id from invoice where id = any(${invoiceIds}::uuid[])
    )
    select i.id, i.external_id as "externalId", i.order_id as "orderId", i.order_number as "orderNumber", i.status,
      i.failed_at is not null as failed, i.amount::text as amount, i.captured::text as captured,
      i.refunded::text as refunded, i.currency, i.paid_at as "paidAt", i.created_at as "createdAt",
      p.amount::text as "paymentAmount", p.status as "paymentStatus", o.currency as "paymentCurrency", s.complete
    from ids join invoice i on i.account_id = current_account() and i.id = ids.id and i.module_id = ${moduleId}
    left join order_payment p on p.account_id = i.account_id and p.id = i.payment_id
    left join customer_order o on o.account_id = p.account_id and o.id = p.order_id
    left join payment_status s on s.account_id = p.account_id and s.code = p.status
    order by i.created_at, i.id`.execute(db)
  const { rows: refunds } = await sql<RefundRow>`
    select id, invoice_id as "invoiceId", external_id as "externalId", amount::text as amount, status, created_at as at
    from invoice_refund where invoice_id = any(${rows.map(({ id }) => id)}::uuid[]) order by id`.execute(db)
  const byInvoice = Map.groupBy(refunds, ({ invoiceId }) => invoiceId)
  return rows.map((row) => toInvoice(row, byInvoice.get(row.id) ?? []))
}

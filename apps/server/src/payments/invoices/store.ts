import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import type { InvoiceOwner } from '@patchbay/contract/payments/invoice-rules'
import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { lockName } from '../../lib/db/name-lock.ts'
import { fail } from '../../lib/errors.ts'
import { type Ledger, LIVE_STATUSES } from './rules.ts'

export type Invoice = {
  id: string
  paymentId: number
  orderId: number
  orderNumber: string
  customerId: number | null
  shopId: number
  moduleId: number
  amount: Minor
  currency: string
  email: string
  phone: string
  returnUrl: string | null
  fingerprint: string | null
  status: InvoiceStatus | null
  failed: boolean
  externalId: string | null
  link: string | null
  errorMsg: string | null
  cancellationDetails: string | null
  discountAmount: Minor | null
  refundable: boolean | null
  cancellable: boolean | null
  authorised: Minor
  captured: Minor
  refunded: Minor
  paidAt: Date | null
  expiredAt: Date | null
  createdAt: Date
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('invoice')
    .select(['currency', 'id', 'payment_id', 'order_id', 'order_number', 'customer_id', 'shop_id', 'module_id'])
    .select(['amount', 'email', 'phone', 'return_url', 'fingerprint', 'status', 'failed_at', 'external_id', 'link'])
    .select(['error_msg', 'cancellation_details', 'discount_amount', 'refundable', 'cancellable', 'authorised'])
    .select(['captured', 'refunded', 'paid_at', 'expired_at', 'created_at'])
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const toInvoice = (row: Row): Invoice => {
  const sum = (decimal: string): Minor => money(decimal, row.currency)
  return {
    id: row.id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    customerId: row.customer_id,
    shopId: row.shop_id,
    moduleId: row.module_id,
    amount: sum(row.amount),
    currency: row.currency,
    email: row.email,
    phone: row.phone,
    returnUrl: row.return_url,
    fingerprint: row.fingerprint,
    status: row.status as InvoiceStatus | null,
    failed: row.failed_at !== null,
    externalId: row.external_id,
    link: row.link,
    errorMsg: row.error_msg,
    cancellationDetails: row.cancellation_details,
    discountAmount: row.discount_amount === null ? null : sum(row.discount_amount),
    refundable: row.refundable,
    cancellable: row.cancellable,
    authorised: sum(row.authorised),
    captured: sum(row.captured),
    refunded: sum(row.refunded),
    paidAt: row.paid_at,
    expiredAt: row.expired_at,
    createdAt: row.created_at,
  }
}

export const findInvoice = async (db: Db, id: string): Promise<Invoice | undefined> => {
  const row = await rowsOf(db).where('id', '=', id).executeTakeFirst()
  return row && toInvoice(row)
}

/** The managers of its order and of its customer, in this order. */
export const findManagers = async (
  db: Db,
  { orderId, customerId }: Pick<Invoice, 'orderId' | 'customerId'>,
): Promise<(number | null)[]> => {
  const order = await db.selectFrom('customer_order').select('manager_id').where('id', '=', orderId).executeTakeFirst()
  const customer =
    customerId === null
      ? undefined
      : await db.selectFrom('customer').select('manager_id').where('id', '=', customerId).executeTakeFirst()
  return [order?.manager_id ?? null, customer?.manager_id ?? null]
}

/** The module and the shop of the account that an invoice belongs to; its order may be gone, and the shop with it. */
export const findInvoiceOwner = (db: Db, id: string): Promise<InvoiceOwner | undefined> =>
  db
    .selectFrom('invoice as i')
    .innerJoin('integration_module as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.id', '=', 'i.module_id'),
    )
    .leftJoin('customer_order as o', (join) =>
      join.onRef('o.account_id', '=', 'i.account_id').onRef('o.id', '=', 'i.order_id'),
    )
    .leftJoin('shop as s', (join) => join.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.shop_id'))
    .select(['m.code as moduleCode', 's.code as site'])
    .where('i.id', '=', id)
    .executeTakeFirst()

export const getInvoice = async (db: Db, id: string): Promise<Invoice> =>
  (await findInvoice(db, id)) ?? fail('not_found')

/** Answers with one paymentId of a module wait for each other until the transaction ends. */
export const lockPaymentId = (db: Db, { moduleId }: Pick<Invoice, 'moduleId'>, paymentId: string): Promise<void> =>
  lockName(db, 'payment-id', `${moduleId}/${paymentId}`)

/** The order of another live invoice of the module that has this paymentId. */
export const findPaymentIdOwner = async (
  db: Db,
  { id, moduleId }: Pick<Invoice, 'id' | 'moduleId'>,
  paymentId: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('invoice')
    .select('order_number')
    .where('module_id', '=', moduleId)
    .where('external_id', '=', paymentId)
    .where('id', '<>', id)
    .where('status', 'in', LIVE_STATUSES)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return row?.order_number
}

/** A transaction that needs the invoice and its operation locks the invoice first: the other order deadlocks. */
export const lockInvoice = async (db: Db, id: string): Promise<Invoice | undefined> => {
  const row = await rowsOf(db).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toInvoice(row)
}

/** Literals, not parameters: PostgreSQL uses a partial index only if it sees the condition when planning. */
const liveRowsOf = (db: Db, paymentId: number) =>
  rowsOf(db)
    .where('payment_id', '=', paymentId)
    .where((where) =>
      where.or([
        where.and([where('status', 'is', null), where('failed_at', 'is', null)]),
        where('status', 'in', LIVE_STATUSES.map(sql.lit)),
      ]),
    )

export const findLiveInvoice = async (db: Db, paymentId: number): Promise<Invoice | undefined> => {
  const row = await liveRowsOf(db, paymentId).executeTakeFirst()
  return row && toInvoice(row)
}

export const lockLiveInvoice = async (db: Db, paymentId: number): Promise<Invoice | undefined> => {
  const row = await liveRowsOf(db, paymentId).forUpdate().executeTakeFirst()
  return row && toInvoice(row)
}

export type Cause = { cause: string; actor: string }

/** One move by compare-and-set, with its history entry and the ledger. An error before it is of no interest any more. */
export const updateInvoiceStatus = async (
  db: Db,
  invoice: Pick<Invoice, 'id' | 'currency' | 'status'>,
  to: InvoiceStatus,
  { cause, actor }: Cause,
  ledger: Ledger = {},
): Promise<void> => {
  const { id, currency, status: from } = invoice
  const moved = await db
    .updateTable('invoice')
    .set({ status: to, error_msg: null, updated_at: sql`now()`, ...ledgerColumns(ledger, currency) })
    .where('id', '=', id)
    .where(sql<boolean>`status is not distinct from ${from}`)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Error(`invoice ${id} is no longer ${from}`)
  await db
    .insertInto('invoice_history')
    .values({ invoice_id: id, from_status: from, to_status: to, cause, actor })
    .execute()
}

const ledgerColumns = ({ authorised, captured, refunded }: Ledger, currency: string) => ({
  ...(authorised !== undefined && { authorised: toDecimal(authorised, currency) }),
  ...(captured !== undefined && { captured: toDecimal(captured, currency) }),
  ...(refunded !== undefined && { refunded: toDecimal(refunded, currency) }),
})

export type Details = Partial<
  Pick<
    Invoice,
    | 'externalId'
    | 'link'
    | 'errorMsg'
    | 'cancellationDetails'
    | 'refundable'
    | 'cancellable'
    | 'paidAt'
    | 'expiredAt'
    | 'discountAmount'
  >
> &
  Ledger & { failed?: boolean; asked?: boolean }

export const updateInvoice = async (
  db: Db,
  { id, currency }: Pick<Invoice, 'id' | 'currency'>,
  details: Details,
): Promise<void> => {
  await db
    .updateTable('invoice')
    .set({
      updated_at: sql`now()`,
      ...ledgerColumns(details, currency),
      ...(details.externalId !== undefined && { external_id: details.externalId }),
      ...(details.link !== undefined && { link: details.link }),
      ...(details.errorMsg !== undefined && { error_msg: details.errorMsg }),
      ...(details.cancellationDetails !== undefined && { cancellation_details: details.cancellationDetails }),
      ...(details.refundable !== undefined && { refundable: details.refundable }),
      ...(details.cancellable !== undefined && { cancellable: details.cancellable }),
      ...(details.paidAt !== undefined && { paid_at: details.paidAt }),
      ...(details.expiredAt !== undefined && { expired_at: details.expiredAt, expiry_warned_at: null }),
      ...(details.discountAmount !== undefined && {
        discount_amount: details.discountAmount === null ? null : toDecimal(details.discountAmount, currency),
      }),
      ...(details.failed && { failed_at: sql<Date>`now()` }),
      ...(details.asked && { asked_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

export const listVisited = async (db: Db, invoiceId: string): Promise<InvoiceStatus[]> => {
  const rows = await db.selectFrom('invoice_history').select('to_status').where('invoice_id', '=', invoiceId).execute()
  return rows.map(({ to_status }) => to_status as InvoiceStatus)
}

export const listHistory = async (db: Db, invoiceId: string) => {
  const rows = await db
    .selectFrom('invoice_history')
    .select(['at', 'to_status', 'actor'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, to_status, actor }) => ({ at, to: to_status as InvoiceStatus, actor }))
}

export const REFUND = ['id', 'external_id', 'operation_id', 'amount', 'status', 'comment', 'created_at'] as const

export const listInvoicesOfOrder = async (db: Db, orderId: number): Promise<Invoice[]> =>
  (await rowsOf(db).where('order_id', '=', orderId).orderBy('created_at', 'desc').execute()).map(toInvoice)

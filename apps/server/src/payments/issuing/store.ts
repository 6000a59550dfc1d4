import { type Minor, money } from '@patchbay/contract/base/money'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/operations'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { CheckFacts } from '../reports/rules.ts'

// What an invoice is about, read from orders, payments, types and shops; each question is one statement and so one moment.

export type Payable = {
  paymentId: number
  type: string
  orderId: number
  orderNumber: string
  customerId: number | null
  amount: Minor
  currency: string
  email: string
  phone: string
  fingerprint: string
  /** The shop at the acquirer that the payment type is bound to, if it is. */
  shop: { id: number; code: string; name: string; active: boolean; removed: boolean; moduleId: number } | undefined
}

/** The payment cannot be deleted while its invoice is being stored: what a client is asked to pay exists. */
export const lockPayable = async (db: Db, paymentId: number): Promise<Payable | undefined> => {
  const row = await db
    .selectFrom('order_payment as p')
    .innerJoin('customer_order as o', (join) =>
      join.onRef('o.account_id', '=', 'p.account_id').onRef('o.id', '=', 'p.order_id'),
    )
    .innerJoin('payment_type as t', (join) =>
      join.onRef('t.account_id', '=', 'p.account_id').onRef('t.code', '=', 'p.type'),
    )
    .leftJoin('payment_shop as s', (join) =>
      join.onRef('s.account_id', '=', 't.account_id').onRef('s.id', '=', 't.shop_id'),
    )
    .select(['p.id', 'p.type', 'p.amount', 'o.id as orderId', 'o.number', 'o.customer_id', 'o.currency'])
    .select(['o.email', 'o.phone', 's.id as shopId', 's.code as shopCode', 's.name as shopName', 's.active'])
    .select(['s.removed_at', 's.module_id', sql<string>`order_fingerprint(o.id)`.as('fingerprint')])
    .where('p.id', '=', paymentId)
    .forKeyShare('p')
    .executeTakeFirst()
  if (!row) return undefined
  const bound = row.shopId !== null && row.shopCode !== null && row.shopName !== null && row.module_id !== null
  return {
    paymentId: row.id,
    type: row.type,
    orderId: row.orderId,
    orderNumber: row.number,
    customerId: row.customer_id,
    amount: money(row.amount, row.currency),
    currency: row.currency,
    email: row.email,
    phone: row.phone,
    fingerprint: row.fingerprint,
    shop: bound
      ? {
          id: row.shopId as number,
          code: row.shopCode as string,
          name: row.shopName as string,
          active: row.active === true,
          removed: row.removed_at !== null,
          moduleId: row.module_id as number,
        }
      : undefined,
  }
}

/** Everything that a module is told of an order when an invoice is created (D-40). */
export const getOrderToPay = async (db: Db, orderId: number, shopId: number) => {
  const order = await db
    .selectFrom('customer_order as o')
    .innerJoin('shop as s', (join) => join.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.shop_id'))
    .select(['o.number', 'o.first_name', 'o.last_name', 'o.patronymic', 'o.email', 'o.phone', 's.url'])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  const items = await db
    .selectFrom('order_item')
    .select(['name', 'price', 'quantity', 'vat', 'external_id'])
    .where('order_id', '=', orderId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  const shop = await db.selectFrom('payment_shop').select('code').where('id', '=', shopId).executeTakeFirstOrThrow()
  return { order, items, shopCode: shop.code }
}

export type CheckRow = CheckFacts & { moduleCode: string; orderVersion: number | null }

/** D-43, P-19: all that a check needs, as it is at one moment. */
export const findCheckFacts = async (db: Db, invoiceId: string): Promise<CheckRow | undefined> => {
  const { rows } = await sql<{
    status: InvoiceStatus | null
    failed: boolean
    open_kind: OperationKind | null
    amount: string
    currency: string
    payment_amount: string | null
    order_version: number | null
    unchanged: boolean
    other_live: boolean
    module_code: string
  }>`
    select i.status, i.failed_at is not null as failed, i.amount, i.currency, m.code as module_code,
      p.amount as payment_amount, o.version as order_version,
      (i.fingerprint is null or i.fingerprint = order_fingerprint(o.id)) as unchanged,
      (select kind from payment_operation x where x.account_id = i.account_id and x.invoice_id = i.id
        and x.state in ('requested', 'sent', 'unknown', 'accepted', 'needs_human')) as open_kind,
      exists (select from invoice other where other.account_id = i.account_id and other.payment_id = i.payment_id
        and other.id <> i.id and other.status in ('pending', 'waitingForCapture', 'succeeded')) as other_live
    from invoice i
    join integration_module m on m.account_id = i.account_id and m.id = i.module_id
    left join order_payment p on p.account_id = i.account_id and p.id = i.payment_id
    left join customer_order o on o.account_id = i.account_id and o.id = i.order_id
    where i.account_id = current_account() and i.id = ${invoiceId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    status: row.status,
    failed: row.failed,
    openKind: row.open_kind,
    amount: money(row.amount, row.currency),
    currency: row.currency,
    orderExists: row.order_version !== null,
    paymentAmount: row.payment_amount === null ? null : money(row.payment_amount, row.currency),
    unchanged: row.unchanged,
    otherLive: row.other_live,
    moduleCode: row.module_code,
    orderVersion: row.order_version,
  }
}

export type NewCheck = {
  invoiceId: string | undefined
  given: unknown
  refusal: string | undefined
  orderVersion: number | null
}

export const insertCheck = async (db: Db, { invoiceId, given, refusal, orderVersion }: NewCheck): Promise<void> => {
  await db
    .insertInto('invoice_check')
    .values({
      invoice_id: invoiceId ?? null,
      given: JSON.stringify(given),
      refusal: refusal ?? null,
      order_version: orderVersion,
    })
    .execute()
}

/** D-51: whether what the client was asked to pay for is still what stands in the order. */
export const isStale = async (db: Db, invoiceId: string): Promise<boolean> => {
  const facts = await findCheckFacts(db, invoiceId)
  return facts !== undefined && (!facts.unchanged || facts.paymentAmount !== facts.amount)
}

/** D-50: the payment status that follows an invoice status: of the payment's type, else the account's. */
export const findMappedStatus = async (
  db: Db,
  paymentId: number,
  invoiceStatus: InvoiceStatus,
): Promise<{ status: string; complete: boolean } | undefined> => {
  const { rows } = await sql<{ payment_status: string; complete: boolean }>`
    select m.payment_status, s.complete
    from order_payment p
    join invoice_status_mapping m on m.account_id = p.account_id and m.invoice_status = ${invoiceStatus}
      and (m.payment_type = p.type or m.payment_type is null)
    join payment_status s on s.account_id = m.account_id and s.code = m.payment_status
    where p.account_id = current_account() and p.id = ${paymentId}
    order by m.payment_type nulls last limit 1`.execute(db)
  return rows[0] && { status: rows[0].payment_status, complete: rows[0].complete }
}

export const listChecks = (db: Db, invoiceId: string) =>
  db
    .selectFrom('invoice_check')
    .select(['at', 'refusal'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()

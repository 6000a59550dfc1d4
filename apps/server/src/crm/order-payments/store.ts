import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { OrderPayment, PaymentDraft } from './rules.ts'

const selectPayments = (db: Db) =>
  db
    .selectFrom('order_payment as p')
    .innerJoin('customer_order as o', 'o.id', 'p.order_id')
    .select(['p.id', 'p.order_id', 'p.external_id', 'p.type', 'p.status', 'p.amount', 'p.paid_at', 'p.comment'])
    .select(['o.currency', 'o.shop_id'])

type Row = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>

const toPayment = (row: Row): OrderPayment => ({
  id: row.id,
  orderId: row.order_id,
  shopId: row.shop_id,
  externalId: row.external_id,
  type: row.type,
  status: row.status,
  amount: money(row.amount, row.currency),
  currency: row.currency,
  paidAt: row.paid_at,
  comment: row.comment,
})

export const findPayment = async (db: Db, id: number): Promise<OrderPayment | undefined> => {
  const row = await selectPayments(db).where('p.id', '=', id).executeTakeFirst()
  return row && toPayment(row)
}

/** Only the payment: its order may be locked by another request. */
export const lockPayment = async (db: Db, id: number): Promise<OrderPayment | undefined> => {
  const row = await selectPayments(db).where('p.id', '=', id).forUpdate('p').executeTakeFirst()
  return row && toPayment(row)
}

/** External ids are not unique: of several payments the newest is returned. */
export const findPaymentByExternalId = async (db: Db, externalId: string): Promise<OrderPayment | undefined> => {
  const row = await selectPayments(db)
    .where('p.external_id', '=', externalId)
    .orderBy('p.id', 'desc')
    .executeTakeFirst()
  return row && toPayment(row)
}

/** D-87: what the order owes apart from this payment; `paymentId` 0 stands for a new one. */
export const getOwed = async (
  db: Db,
  { id, currency }: { id: number; currency: string },
  paymentId: number,
): Promise<Minor> => {
  const { owed } = await db
    .selectNoFrom(sql<string>`order_owed(${id}, ${paymentId})`.as('owed'))
    .executeTakeFirstOrThrow()
  return money(owed, currency)
}

export const listPayments = async (db: Db, orderIds: readonly number[]): Promise<OrderPayment[]> => {
  const rows = await selectPayments(db)
    .where('p.order_id', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('p.order_id')
    .orderBy('p.id')
    .execute()
  return rows.map(toPayment)
}

const columnsOf = (payment: PaymentDraft, currency: string) => ({
  external_id: payment.externalId,
  type: payment.type,
  status: payment.status,
  amount: toDecimal(payment.amount, currency),
  paid_at: payment.paidAt,
  comment: payment.comment,
})

/** Hold the lock of the order. */
export const insertPayment = async (
  db: Db,
  order: { id: number; currency: string },
  payment: PaymentDraft,
): Promise<number> => {
  const { id } = await db
    .insertInto('order_payment')
    .values({ order_id: order.id, ...columnsOf(payment, order.currency) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Hold the lock of the order. */
export const updatePayment = async (db: Db, id: number, payment: PaymentDraft, currency: string): Promise<void> => {
  await db
    .updateTable('order_payment')
    .set({ ...columnsOf(payment, currency), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const deletePayment = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('order_payment').where('id', '=', id).execute()
}

/** Only these two columns change. Hold the lock of the payment. */
export const updatePaymentStatus = async (
  db: Db,
  id: number,
  { status, paidAt }: { status: string; paidAt: Date | undefined },
): Promise<void> => {
  await db
    .updateTable('order_payment')
    .set({ status, updated_at: sql`now()`, ...(paidAt && { paid_at: paidAt }) })
    .where('id', '=', id)
    .execute()
}

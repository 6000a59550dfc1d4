import { type Minor, money } from '@patchbay/contract/base/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { isOutdated } from '../checks/rules.ts'
import { findCheckFacts } from '../checks/store.ts'

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
  /** The acquirer's shop that the payment type is connected to, if any. */
  shop: { id: number; code: string; name: string; active: boolean; removed: boolean; moduleId: number } | undefined
}

/** The payment cannot be deleted while its invoice is being stored. */
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

/** What `create` sends to the module about the order (D-40). */
export const getOrderForInvoice = async (db: Db, orderId: number, shopId: number) => {
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

/** P-06, D-48: whether the link of an open invoice may still be given to whoever asks for one. */
export const isStillPayable = async (db: Db, invoiceId: string): Promise<boolean> => {
  const facts = await findCheckFacts(db, invoiceId)
  return facts !== undefined && !facts.shopGone && !isOutdated(facts)
}

import { money } from '@patchbay/contract/base/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { PayableSum } from './rules.ts'

export type Payable = PayableSum & {
  paymentId: number
  type: string
  orderId: number
  orderNumber: string
  customerId: number | null
  currency: string
  email: string
  phone: string
  fingerprint: string
  /** The shop of the account where the order was placed. */
  site: string | null
  /** The acquirer's shop that the payment type is connected to, if any. */
  shop:
    | {
        id: number
        code: string
        name: string
        active: boolean
        removed: boolean
        moduleId: number
        moduleCode: string
      }
    | undefined
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
    .leftJoin('payment_status as status', (join) =>
      join.onRef('status.account_id', '=', 'p.account_id').onRef('status.code', '=', 'p.status'),
    )
    .leftJoin('payment_shop as s', (join) =>
      join.onRef('s.account_id', '=', 't.account_id').onRef('s.id', '=', 't.shop_id'),
    )
    .leftJoin('integration_module as m', (join) =>
      join.onRef('m.account_id', '=', 's.account_id').onRef('m.id', '=', 's.module_id'),
    )
    .leftJoin('shop as site', (join) =>
      join.onRef('site.account_id', '=', 'o.account_id').onRef('site.id', '=', 'o.shop_id'),
    )
    .select(['p.id', 'p.type', 'p.amount', 'o.id as orderId', 'o.number', 'o.customer_id', 'o.currency'])
    .select(['o.email', 'o.phone', 's.id as shopId', 's.code as shopCode', 's.name as shopName', 's.active'])
    .select(['s.removed_at', 's.module_id', 'm.code as moduleCode', 'site.code as site'])
    .select(sql<string>`order_fingerprint(o.id)`.as('fingerprint'))
    .select(['status.complete', sql<string>`order_owed(o.id, p.id)`.as('owed')])
    .where('p.id', '=', paymentId)
    .forKeyShare('p')
    .executeTakeFirst()
  if (!row) return undefined
  const bound = row.shopId !== null && row.shopCode !== null && row.shopName !== null && row.moduleCode !== null
  return {
    paymentId: row.id,
    type: row.type,
    orderId: row.orderId,
    orderNumber: row.number,
    customerId: row.customer_id,
    amount: money(row.amount, row.currency),
    owed: money(row.owed, row.currency),
    paid: row.complete === true,
    currency: row.currency,
    email: row.email,
    phone: row.phone,
    fingerprint: row.fingerprint,
    site: row.site,
    shop: bound
      ? {
          id: row.shopId as number,
          code: row.shopCode as string,
          name: row.shopName as string,
          active: row.active === true,
          removed: row.removed_at !== null,
          moduleId: row.module_id as number,
          moduleCode: row.moduleCode as string,
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
  const delivery = await db
    .selectFrom('order_delivery as d')
    .leftJoin('delivery_type as t', 't.code', 'd.type')
    .select(['d.cost', 't.name'])
    .where('d.order_id', '=', orderId)
    .executeTakeFirst()
  const shop = await db.selectFrom('payment_shop').select('code').where('id', '=', shopId).executeTakeFirstOrThrow()
  return { order, items, delivery, shopCode: shop.code }
}

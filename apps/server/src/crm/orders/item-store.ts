import { quantityToDecimal, toDecimal } from '@patchbay/contract/base/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { OrderDraft, OrderItem } from './rules.ts'

export const listItemRows = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_item')
    .select(['order_id', 'id', 'external_id', 'name', 'price', 'quantity', 'vat'])
    .where('order_id', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('order_id')
    .orderBy('place')
    .execute()

export type ItemRow = Awaited<ReturnType<typeof listItemRows>>[number]

export const insertItems = async (
  db: Db,
  orderId: number,
  { currency, items }: OrderDraft,
  fresh: readonly OrderItem[],
): Promise<void> => {
  if (fresh.length === 0) return
  await db
    .insertInto('order_item')
    .values(
      fresh.map((item) => ({
        order_id: orderId,
        place: items.indexOf(item),
        external_id: item.externalId,
        name: item.name,
        price: toDecimal(item.price, currency),
        quantity: quantityToDecimal(item.quantity),
        vat: item.vat,
      })),
    )
    .execute()
}

/** Items keep their ids: removed ones are deleted, the others updated in place. */
export const replaceItems = async (db: Db, orderId: number, order: OrderDraft): Promise<void> => {
  const kept = order.items.filter((item) => item.id !== null)
  await db
    .deleteFrom('order_item')
    .where('order_id', '=', orderId)
    .where('id', '<>', sql<number>`all(${kept.map(({ id }) => id)}::bigint[])`)
    .execute()
  for (const item of kept) {
    await db
      .updateTable('order_item')
      .set({
        place: order.items.indexOf(item),
        external_id: item.externalId,
        name: item.name,
        price: toDecimal(item.price, order.currency),
        quantity: quantityToDecimal(item.quantity),
        vat: item.vat,
      })
      .where('order_id', '=', orderId)
      .where('id', '=', item.id)
      .execute()
  }
  const fresh = order.items.filter((item) => item.id === null)
  await insertItems(db, orderId, order, fresh)
}

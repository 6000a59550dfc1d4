import { money, quantity, toDecimal } from '@patchbay/contract/base/money'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import { visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import type { Address } from '../addresses/rules.ts'
import { type DeliveryTime, NO_DELIVERY } from './delivery-rules.ts'
import { saveDelivery } from './delivery-store.ts'
import { type ItemRow, insertItems, listItemRows, replaceItems } from './item-store.ts'
import type { Order, OrderDraft, OrderItem } from './rules.ts'
import { saveStatusTime } from './status-store.ts'

const selectOrders = (db: Db) =>
  db
    .selectFrom('customer_order as o')
    .innerJoin('shop as s', 's.id', 'o.shop_id')
    .leftJoin('customer as c', 'c.id', 'o.customer_id')
    .leftJoin('order_delivery as d', 'd.order_id', 'o.id')
    .leftJoin('order_status_time as t', 't.order_id', 'o.id')
    .select([
      'o.id',
      'o.number',
      'o.external_id',
      'o.shop_id',
      'o.customer_id',
      'o.manager_id',
      'o.status',
      'o.open',
      'o.first_name',
      'o.last_name',
      'o.patronymic',
      'o.phone',
      'o.email',
      'o.currency',
      'o.total',
      'o.discount',
      'o.customer_comment',
      'o.manager_comment',
      'o.version',
      'o.created_at',
      'o.updated_at',
    ])
    .select([
      's.code as site',
      'c.external_id as customer_external_id',
      'c.first_name as customer_first_name',
      'c.last_name as customer_last_name',
      'c.patronymic as customer_patronymic',
    ])
    .select(['t.at as status_at', 'd.type as delivery_type', 'd.cost as delivery_cost', 'd.time', 'd.address'])
    .select(sql<string | null>`d.day::text`.as('delivery_date'))

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

const toOrder = (row: Row, items: OrderItem[]): Order => ({
  id: row.id,
  number: row.number,
  externalId: row.external_id,
  shopId: row.shop_id,
  site: row.site,
  customer:
    row.customer_id === null
      ? null
      : {
          id: row.customer_id,
          externalId: row.customer_external_id,
          firstName: row.customer_first_name ?? '',
          lastName: row.customer_last_name ?? '',
          patronymic: row.customer_patronymic ?? '',
        },
  managerId: row.manager_id,
  status: row.status,
  open: row.open,
  firstName: row.first_name,
  lastName: row.last_name,
  patronymic: row.patronymic,
  phone: row.phone,
  email: row.email,
  currency: row.currency,
  items,
  total: money(row.total, row.currency),
  discount: money(row.discount, row.currency),
  delivery:
    row.delivery_cost === null
      ? NO_DELIVERY
      : {
          type: row.delivery_type,
          cost: money(row.delivery_cost, row.currency),
          date: row.delivery_date,
          time: row.time as DeliveryTime,
          address: row.address as Address,
        },
  customerComment: row.customer_comment,
  managerComment: row.manager_comment,
  statusAt: row.status_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const withItems = (rows: readonly Row[], itemRows: readonly ItemRow[]): Order[] => {
  const items = Map.groupBy(itemRows, (item) => item.order_id)
  return rows.map((row) =>
    toOrder(
      row,
      (items.get(row.id) ?? []).map((item) => ({
        id: item.id,
        externalId: item.external_id,
        name: item.name,
        price: money(item.price, row.currency),
        quantity: quantity(item.quantity),
        vat: item.vat,
      })),
    ),
  )
}

/** In the order of the ids. */
export const listOrdersById = async (db: Db, ids: readonly number[]): Promise<Order[]> => {
  const found = selectOrders(db).where('o.id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  // Inside a transaction Kysely sends one after the other.
  const [rows, items] = await Promise.all([found, listItemRows(db, ids)])
  const orders = new Map(withItems(rows, items).map((order) => [order.id, order]))
  return ids.map((id) => orders.get(id)).filter((order) => order !== undefined)
}

export const findOrder = async (db: Db, id: number): Promise<Order | undefined> => (await listOrdersById(db, [id]))[0]

/** Every change of an order, its items or its payments takes this lock, so that history entries do not interleave. */
export const lockOrder = async (db: Db, id: number): Promise<Order | undefined> => {
  const locked = await db.selectFrom('customer_order').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked && findOrder(db, id)
}

export type OrderSelector = { id: number } | { externalId: string } | { number: string }

/** External ids are unique within a shop only; of several orders the newest is returned. */
export const findOrderId = async (
  db: Db,
  name: OrderSelector,
  shopIds: readonly number[] | null,
): Promise<number | undefined> => {
  let query = db.selectFrom('customer_order').select('id').orderBy('id', 'desc')
  if ('id' in name) query = query.where('id', '=', name.id)
  else if ('externalId' in name) query = query.where('external_id', '=', name.externalId)
  else query = query.where('number', '=', name.number)
  if (shopIds !== null) query = query.where('shop_id', '=', sql<number>`any(${shopIds}::bigint[])`)
  return (await query.executeTakeFirst())?.id
}

/** Of all shops. */
export const listOrderIdsByExternalId = async (db: Db, externalId: string): Promise<number[]> => {
  const rows = await db.selectFrom('customer_order').select('id').where('external_id', '=', externalId).execute()
  return rows.map(({ id }) => id)
}

const columnsOf = (order: OrderDraft) => ({
  external_id: order.externalId,
  customer_id: order.customerId,
  manager_id: order.managerId,
  status: order.status,
  open: order.open,
  first_name: order.firstName,
  last_name: order.lastName,
  patronymic: order.patronymic,
  phone: order.phone,
  email: order.email,
  total: toDecimal(order.total, order.currency),
  discount: toDecimal(order.discount, order.currency),
  customer_comment: order.customerComment,
  manager_comment: order.managerComment,
})

/** Undefined when its number, or its external id in this shop, is taken. */
export const insertOrder = async (
  db: Db,
  order: OrderDraft & { number: string; createdAt?: Date },
): Promise<number | undefined> => {
  const row = await db
    .insertInto('customer_order')
    .values({
      ...columnsOf(order),
      number: order.number,
      shop_id: order.shopId,
      currency: order.currency,
      ...(order.createdAt && { created_at: order.createdAt }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await insertItems(db, row.id, order, order.items)
  await saveStatusTime(db, row.id, order.createdAt)
  if (order.delivery !== NO_DELIVERY) await saveDelivery(db, row.id, order)
  return row.id
}

/** `raise`: the items or the total have changed, so an invoice for the previous version is stale (D-51). */
export const updateOrder = async (
  db: Db,
  id: number,
  order: OrderDraft,
  changed: { raise: boolean; items: boolean; delivery: boolean; status: boolean },
): Promise<void> => {
  await db
    .updateTable('customer_order')
    .set({ ...columnsOf(order), updated_at: sql`now()`, ...(changed.raise && { version: sql`version + 1` }) })
    .where('id', '=', id)
    .execute()
  if (changed.items) await replaceItems(db, id, order)
  if (changed.status) await saveStatusTime(db, id)
  if (changed.delivery) await saveDelivery(db, id, order)
}

/** Its items and payments go with it. */
export const deleteOrder = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('customer_order').where('id', '=', id).execute()
}

/** Locks the counter until commit, so call it late in the transaction. */
export const nextOrderNumber = async (db: Db): Promise<number> => {
  const row = await db
    .insertInto('order_numbering')
    .values({ last: 1 })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ last: sql`order_numbering.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}

/** D-05: the order, within the shops visible to the reader. */
export const findVisibleOrderId = async (
  trx: Db,
  { sites }: Pick<Reader, 'sites'>,
  order: OrderSelector,
  site?: string,
): Promise<number | undefined> => {
  if (sites === null && site === undefined) return findOrderId(trx, order, null)
  const shops = visibleShops(await listShops(trx), sites).filter(({ code }) => site === undefined || code === site)
  return findOrderId(
    trx,
    order,
    shops.map(({ id }) => id),
  )
}

export const hasOrders = async (db: Db, customerId: number): Promise<boolean> =>
  (await db.selectFrom('customer_order').select('id').where('customer_id', '=', customerId).limit(1).execute()).length >
  0

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveOrders = (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update customer_order set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)} returning id`,
  )

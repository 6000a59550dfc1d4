import type { OrderNew } from '@patchbay/contract/crm/orders'
import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Shop } from '../../platform/shops/store.ts'
import { historyFields } from '../customers/rules.ts'
import { createOrderCustomer } from '../customers/service.ts'
import { findCustomer, findCustomerId } from '../customers/store.ts'
import { changeOrder, saveNewOrder } from '../orders/service.ts'
import { findOrder, findOrderId, lockOrder } from '../orders/store.ts'
import { isOrderInUse, type OrderSnapshot, removeOrder, restoreOrder, snapshotOf } from '../orders/undo-service.ts'
import { undoCreatedCustomer } from './customer-service.ts'
import { addressOf, dateOf, decimalOf, findNamed, first, timeOf, type Values } from './row-rules.ts'
import {
  depsWithin,
  findByEmail,
  findByPhone,
  type ImportContext,
  managerOf,
  type RowPlan,
  type RowResult,
  refuse,
  shopOf,
  skipped,
} from './row-service.ts'
import type { Snapshot, StoredRow } from './row-store.ts'
import { isUnchanged } from './rules.ts'

// One row of orders, by the same rules and services as the API. A row is an order with one item, or with none.

const findMatch = (trx: Db, { options }: ImportContext, values: Values, shop: Shop): Promise<number | undefined> => {
  const value = first(values, options.matchBy)
  if (value === undefined)
    return options.onMatch === 'create' ? Promise.resolve(undefined) : refuse('no-key', options.matchBy)
  return options.matchBy === 'number'
    ? findOrderId(trx, { number: value }, null)
    : findOrderId(trx, { externalId: value }, [shop.id])
}

const statusOf = ({ statuses }: ImportContext, values: Values): string | undefined => {
  const named = first(values, 'status')
  return named === undefined
    ? undefined
    : (findNamed(statuses, named)?.code ?? refuse('unknown-status', 'status', named))
}

/** By code or name. */
const deliveryOf = ({ deliveryTypes }: ImportContext, values: Values): OrderNew['delivery'] => {
  const [type, cost, date] = [
    first(values, 'deliveryType'),
    first(values, 'deliveryCost'),
    first(values, 'deliveryDate'),
  ]
  const code = type === undefined ? undefined : findNamed(deliveryTypes, type)?.code
  if (type !== undefined && code === undefined) refuse('unknown-delivery', 'deliveryType', type)
  const [day, address] = [date === undefined ? undefined : dateOf(date), addressOf(values)]
  const delivery = {
    ...(code !== undefined && { code }),
    ...(cost !== undefined && { cost: decimalOf(cost) ?? cost }),
    ...(day !== undefined && { date: day }),
    ...(address && { address }),
  }
  return Object.keys(delivery).length > 0 ? delivery : undefined
}

const TEXTS = [
  'externalId',
  'firstName',
  'lastName',
  'patronymic',
  'phone',
  'email',
  'customerComment',
  'managerComment',
] as const

const itemOf = (values: Values) => {
  const [name, price, quantity] = [first(values, 'productName'), first(values, 'price'), first(values, 'quantity')]
  if (name === undefined) return price === undefined ? undefined : refuse('empty', 'productName')
  return {
    productName: name,
    ...(price !== undefined && { initialPrice: decimalOf(price) ?? price }),
    ...(quantity !== undefined && { quantity: decimalOf(quantity) ?? quantity }),
  }
}

const editOf = (context: ImportContext, values: Values): Omit<OrderNew, 'number' | 'createdAt' | 'customer'> => {
  const item = itemOf(values)
  const delivery = deliveryOf(context, values)
  const [status, managerId, discount] = [
    statusOf(context, values),
    managerOf(context, values),
    first(values, 'discount'),
  ]
  const texts = TEXTS.flatMap((name) => {
    const value = first(values, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(texts),
    ...(status !== undefined && { status }),
    ...(managerId !== undefined && { managerId }),
    ...(item && { items: [item] }),
    ...(delivery && { delivery }),
    ...(discount !== undefined && { discountManualAmount: decimalOf(discount) ?? discount }),
  }
}

type OrderCustomerRef = { id: number | undefined; created?: number }

/** The customer that the row names, by external id, phone or email; otherwise a new one with the names of the row. */
const customerFor = async (
  trx: Db,
  { account, reader }: ImportContext,
  values: Values,
  shop: Shop,
  createdAt: Date | undefined,
): Promise<OrderCustomerRef> => {
  const [externalId, phone, email] = [
    first(values, 'customerExternalId'),
    first(values, 'phone'),
    first(values, 'email'),
  ]
  if (externalId !== undefined) {
    const id = (await findCustomerId(trx, externalId, shop.id)) ?? (await findCustomerId(trx, externalId))
    return id === undefined ? refuse('unknown-customer', 'customerExternalId', externalId) : { id }
  }
  const country = shop.country ?? account.country
  const known =
    (phone === undefined ? undefined : await findByPhone(trx, phone, country)) ??
    (email === undefined ? undefined : await findByEmail(trx, email))
  if (known) return { id: known.id }
  const names = ['firstName', 'lastName', 'patronymic'] as const
  const [firstName = '', lastName = '', patronymic = ''] = names.map((name) => first(values, name))
  const person = { firstName, lastName, patronymic, phone: phone ?? '', email: email ?? '' }
  const place = { shopId: shop.id, country, actor: reader.actor, ...(createdAt && { createdAt }) }
  const created = await createOrderCustomer(trx, person, place)
  return created === null ? { id: undefined } : { id: created, created }
}

const create = async (trx: Db, context: ImportContext, values: Values, shop: Shop): Promise<RowResult> => {
  const { account, reader } = context
  const [number, created] = [first(values, 'number'), first(values, 'createdAt')]
  const createdAt = created === undefined ? undefined : timeOf(created, account.timezone)
  const edit = editOf(context, values)
  const { id: customerId, created: newCustomer } = await customerFor(trx, context, values, shop, createdAt)
  const order = await saveNewOrder(depsWithin(context, trx), reader, shop.code, {
    ...edit,
    ...(number !== undefined && { number }),
    ...(createdAt && { createdAt: createdAt.toISOString() }),
    ...(customerId !== undefined && { customer: { id: customerId } }),
  })
  const saved = (await findOrder(trx, order.id)) ?? fail('internal')
  const customer = newCustomer === undefined ? undefined : await findCustomer(trx, newCustomer)
  const after = { order: snapshotOf(saved), ...(customer && { customer: historyFields(customer) }) }
  return { outcome: 'created', entityId: order.id, customerId: newCustomer ?? null, after }
}

const update = async (trx: Db, context: ImportContext, values: Values, id: number): Promise<RowResult> => {
  const before = (await lockOrder(trx, id)) ?? fail('not_found')
  await changeOrder(depsWithin(context, trx), context.reader, async () => id, editOf(context, values))
  const after = (await findOrder(trx, id)) ?? fail('internal')
  return { outcome: 'updated', entityId: id, before: snapshotOf(before), after: { order: snapshotOf(after) } }
}

export const planOrder = async (trx: Db, context: ImportContext, values: Values): Promise<RowPlan> => {
  const { options } = context
  const shop = shopOf(context, values) ?? refuse('unknown-shop')
  const id = await findMatch(trx, context, values, shop)
  if (id === undefined) return { outcome: 'created', save: () => create(trx, context, values, shop) }
  if (options.onMatch === 'create') return refuse('exists', options.matchBy, first(values, options.matchBy))
  if (options.onMatch === 'skip') return skipped(id)
  return { outcome: 'updated', save: () => update(trx, context, values, id) }
}

/** An order that an import created is deleted with the customer that was created for it, unless they are in use. */
export const undoOrder = async (
  trx: Db,
  context: ImportContext,
  { entityId, outcome, customerId, before, after }: StoredRow,
): Promise<RowProblem | undefined> => {
  const snapshots = after as { order: Snapshot; customer?: Snapshot } | null
  if (entityId === null || !snapshots) return undefined
  const now = await lockOrder(trx, entityId)
  if (!now) return outcome === 'created' ? undefined : { code: 'changed' }
  if (!isUnchanged(snapshotOf(now), snapshots.order)) return { code: 'changed' }
  if (outcome === 'updated') {
    await restoreOrder(trx, now, before as OrderSnapshot, context.reader.actor)
    return undefined
  }
  if (await isOrderInUse(trx, entityId)) return { code: 'in-use' }
  await removeOrder(trx, now, context.reader.actor)
  // A customer with another order, a call or a chat stays: somebody works with them.
  if (customerId !== null && snapshots.customer) await undoCreatedCustomer(trx, context, customerId, snapshots.customer)
  return undefined
}

import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { add } from '@patchbay/contract/base/money'
import type { OrderEdit, OrderNew, Order as WireOrder } from '@patchbay/contract/crm/orders'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { chooseShop } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { contactsOf } from '../customers/rules.ts'
import { createOrderCustomer, findOrderCustomer } from '../customers/service.ts'
import { changesOf, itemChanges, orderCreated } from '../history/rules.ts'
import { insertChanges } from '../history/store.ts'
import { addPayments } from '../order-payments/service.ts'
import { listPayments } from '../order-payments/store.ts'
import { FIRST_STATUS } from '../references/rules.ts'
import { listDeliveryTypes, listOrderStatuses, listPaymentStatuses } from '../references/store.ts'
import { indexNewOrder, indexOrder } from '../search/service.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import {
  changesDelivery,
  changesWhatIsPaidFor,
  decideOrder,
  draftOf,
  historyOf,
  itemStates,
  type Known,
  numberFor,
  type Order,
  type OrderDraft,
} from './rules.ts'
import {
  findOrder,
  findOrderId,
  insertOrder,
  listOrdersById,
  lockOrder,
  nextOrderNumber,
  updateOrder,
} from './store.ts'
import { presentOne } from './view.ts'

// Creates and changes orders, for the API and the workspace: lock, load, decide, save, write history.

/** Shops may have used the next numbers themselves. */
const NUMBER_TRIES = 100

const refuse = (fields: Record<string, string>): never => fail('entity_invalid', { fields })

const knownManager = async (
  trx: Db,
  edit: OrderEdit,
  before: Order | undefined,
): Promise<number | null | undefined> => {
  if (edit.managerId === undefined) return before?.managerId ?? null
  return (await listExistingUserIds(trx, [edit.managerId])).has(edit.managerId) ? edit.managerId : undefined
}

const loadContext = async (
  trx: Db,
  edit: OrderEdit,
  before: Order | undefined,
  shop: { id: number; currency: string },
): Promise<Omit<Known, 'customerId'>> => {
  const statuses = await listOrderStatuses(trx)
  const deliveryTypes = edit.delivery?.code ? await listDeliveryTypes(trx) : []
  return {
    shopId: shop.id,
    currency: before?.currency ?? shop.currency,
    isOpen: (status) => statuses.find(({ code }) => code === status)?.open,
    firstStatus: statuses.find(({ code }) => code === FIRST_STATUS)?.code ?? statuses[0]?.code ?? FIRST_STATUS,
    isDeliveryType: (wanted) => deliveryTypes.some(({ code }) => code === wanted),
    managerId: await knownManager(trx, edit, before),
  }
}

const decide = (before: Order | undefined, edit: OrderEdit, known: Known): OrderDraft => {
  const decision = decideOrder(before, edit, known)
  return decision.ok ? decision.order : refuse(decision.fields)
}

const insert = async (trx: Db, draft: OrderDraft, number: string | undefined, createdAt: Date | undefined) => {
  const rest = { ...draft, ...(createdAt && { createdAt }) }
  for (let attempt = 1; attempt <= NUMBER_TRIES; attempt++) {
    const id = await insertOrder(trx, { ...rest, number: number ?? numberFor(await nextOrderNumber(trx)) })
    if (id !== undefined) return id
    const same = draft.externalId !== null && (await findOrderId(trx, { externalId: draft.externalId }, [draft.shopId]))
    if (same) return refuse({ externalId: `is taken: it is order ${same}` })
    if (number !== undefined) return refuse({ number: `is taken: ${number}` })
  }
  return fail('internal')
}

const momentOf = (text: string | undefined, zone: string): Date | undefined =>
  text === undefined ? undefined : (fromLocalTime(text, zone) ?? refuse({ createdAt: `is not a time: ${text}` }))

const createOnce = async (
  trx: Db,
  viewer: Reader,
  account: Account,
  site: string | undefined,
  edit: OrderNew,
  now: Date,
) => {
  const named = site ?? edit.site
  const shop =
    chooseShop(await listShops(trx), viewer.sites, named) ??
    refuse({ site: `there is no shop: ${named ?? 'none at all'}` })
  const currency = shop.currency ?? account.currency
  const createdAt = momentOf(edit.createdAt, account.timezone)
  const customer = await findOrderCustomer(trx, viewer, edit.customer, shop.id)
  const known = await loadContext(trx, edit, undefined, { id: shop.id, currency })
  const customerId = customer === undefined ? undefined : (customer?.id ?? null)
  const draft = decide(undefined, customer ? { ...contactsOf(customer), ...edit } : edit, { ...known, customerId })
  const place = { shopId: shop.id, country: shop.country ?? account.country, actor: viewer.actor }
  draft.customerId ??= await createOrderCustomer(trx, draft, { ...place, ...(createdAt && { createdAt }) })
  const id = await insert(trx, draft, edit.number, createdAt)
  const order = (await findOrder(trx, id)) ?? fail('internal')
  await afterOrderCreated(trx, order, viewer.actor, createdAt)
  await addPayments(trx, order, edit.payments ?? [], {
    viewer,
    zone: account.timezone,
    now,
    limited: false,
    ...(createdAt && { at: createdAt }),
  })
  return order
}

export const saveNewOrder = async (
  deps: Deps,
  viewer: Reader,
  site: string | undefined,
  edit: OrderNew,
): Promise<WireOrder> => {
  const account = await deps.accounts.account(viewer.accountId)
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = await createOnce(trx, viewer, account, site, edit, deps.now())
    return (await presentOrders(trx, [order], account.timezone))[0] ?? fail('internal')
  })
}

/** Returns the order after the edit. An edit that changes nothing writes nothing. */
export const changeWithin = async (trx: Db, viewer: Reader, id: number, edit: OrderEdit): Promise<Order> => {
  const before = (await lockOrder(trx, id)) ?? fail('not_found')
  // Clients send back what they read: a customer of no shop too, whom a manager has linked and the key does not see.
  const isSame = edit.customer?.id !== undefined && edit.customer.id === before.customer?.id
  const customer = isSame ? null : await findOrderCustomer(trx, viewer, edit.customer, before.shopId)
  const known = await loadContext(trx, edit, before, { id: before.shopId, currency: before.currency })
  const customerId = customer === undefined ? undefined : (customer?.id ?? before.customer?.id ?? null)
  const draft = decide(before, edit, { ...known, customerId })
  const changes = diffFields(historyOf(draftOf(before)), historyOf(draft))
  if (Object.keys(changes).length === 0) return before
  const taken =
    'externalId' in changes && (await findOrderId(trx, { externalId: draft.externalId ?? '' }, [before.shopId]))
  if (taken) refuse({ externalId: `is taken: it is order ${taken}` })
  await updateOrder(trx, id, draft, {
    raise: changesWhatIsPaidFor(changes),
    items: 'items' in changes,
    delivery: changesDelivery(changes),
    status: 'status' in changes,
  })
  const after = (await findOrder(trx, id)) ?? fail('internal')
  await afterOrderChanged(trx, before, after, viewer.actor)
  return after
}

export const changeOrder = async (
  deps: Deps,
  viewer: Reader,
  find: (trx: Db) => Promise<number | undefined>,
  edit: OrderEdit,
): Promise<WireOrder> => {
  const { timezone } = await deps.accounts.account(viewer.accountId)
  const work = inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = await changeWithin(trx, viewer, (await find(trx)) ?? fail('not_found'), edit)
    return (await presentOrders(trx, [order], timezone))[0] ?? fail('internal')
  })
  // Another request may have used the external id since it was checked.
  return work.catch(refuseTaken)
}

export const refuseTaken = (error: unknown): never => {
  if (isDuplicate(error)) return refuse({ externalId: 'is taken' })
  throw error
}

/** `at`: when it was created, if it was imported from elsewhere. */
const afterOrderCreated = async (trx: Db, order: Order, actor: string, at: Date | undefined): Promise<void> => {
  await indexNewOrder(trx, order)
  await insertTimeline(trx, {
    customerId: order.customer?.id ?? null,
    orderId: order.id,
    kind: 'order.created',
    actor,
    detail: diffFields({}, { number: order.number, site: order.site, ...historyOf(draftOf(order)) }),
    ...(at && { at }),
  })
  await insertChanges(trx, changedOrder(order, actor), [orderCreated(order.status)])
}

export const changedOrder = ({ id, shopId }: Order, actor: string) =>
  ({ subject: 'order', subjectId: id, shopId, actor }) as const

/** `after.version` is higher than `before.version` when invoices for the version before are stale (D-51). */
export const afterOrderChanged = async (trx: Db, before: Order, after: Order, actor: string): Promise<void> => {
  await indexOrder(trx, after)
  const detail = diffFields(historyOf(draftOf(before)), historyOf(draftOf(after)))
  await insertTimeline(trx, {
    customerId: after.customer?.id ?? null,
    orderId: after.id,
    kind: 'order.changed',
    actor,
    detail,
  })
  const changes = [...changesOf(detail), ...itemChanges(itemStates(before), itemStates(after))]
  await insertChanges(trx, changedOrder(after, actor), changes)
}

export const publishOrderChanged = (deps: Deps, { accountId }: Reader, id: number): Promise<void> =>
  deps.live.publish(accountId, { type: 'order-changed', id })

/** Orders as the API returns them, with their payments. */
export const presentOrders = (trx: Db, orders: readonly Order[], zone: string): Promise<WireOrder[]> =>
  loadAndPresent(
    trx,
    orders.map(({ id }) => id),
    Promise.resolve(orders),
    zone,
  )

/** In the order of the ids. The queries are pipelined: a page costs one round trip. */
export const presentOrdersById = (trx: Db, ids: readonly number[], zone: string): Promise<WireOrder[]> =>
  loadAndPresent(trx, ids, listOrdersById(trx, ids), zone)

const loadAndPresent = async (
  trx: Db,
  ids: readonly number[],
  found: Promise<readonly Order[]>,
  zone: string,
): Promise<WireOrder[]> => {
  const [orders, all, statuses] = await Promise.all([found, listPayments(trx, ids), listPaymentStatuses(trx)])
  const payments = Map.groupBy(all, ({ orderId }) => orderId)
  const complete = new Set(statuses.filter((one) => one.complete).map(({ code }) => code))
  return orders.map((order) => {
    const own = payments.get(order.id) ?? []
    const paid = add(...own.filter(({ status }) => complete.has(status)).map(({ amount }) => amount))
    return presentOne(order, own, paid, zone)
  })
}

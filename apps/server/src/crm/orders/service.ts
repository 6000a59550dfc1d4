import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { OrderEdit, OrderNew, Order as WireOrder } from '@patchbay/contract/crm/orders'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail, isDuplicate } from '../../lib/errors.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { shopMeant } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { contactsOf, customerFrom, customerNamed } from '../customers/service.ts'
import { addPayments } from '../order-payments/service.ts'
import { FIRST_STATUS } from '../references/rules.ts'
import { listOrderStatuses } from '../references/store.ts'
import { changesBetween } from '../timeline/rules.ts'
import { orderChanged, orderMade } from './consequences.ts'
import {
  changesWhatIsPaidFor,
  decideOrder,
  draftOf,
  historyOf,
  type Known,
  numberFor,
  type Order,
  type OrderDraft,
} from './rules.ts'
import { findOrder, findOrderId, insertOrder, lockOrder, nextOrderNumber, updateOrder } from './store.ts'
import { presentOrders } from './view.ts'
import type { Viewer } from './viewer.ts'

// How an order is made and changed, whoever does it: lock, load, decide, save, and what follows from it.

/** Numbers that shops gave by themselves may be in the way of ours. */
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

const learn = async (
  trx: Db,
  edit: OrderEdit,
  before: Order | undefined,
  shop: { id: number; currency: string },
): Promise<Omit<Known, 'customerId'>> => {
  const statuses = await listOrderStatuses(trx)
  return {
    shopId: shop.id,
    currency: before?.currency ?? shop.currency,
    isOpen: (status) => statuses.find(({ code }) => code === status)?.open,
    firstStatus: statuses.find(({ code }) => code === FIRST_STATUS)?.code ?? statuses[0]?.code ?? FIRST_STATUS,
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

const make = async (trx: Db, viewer: Viewer, account: Account, site: string | undefined, edit: OrderNew, now: Date) => {
  const named = site ?? edit.site
  const shop =
    shopMeant(await listShops(trx), viewer.sites, named) ??
    refuse({ site: `there is no shop: ${named ?? 'none at all'}` })
  const currency = shop.currency ?? account.currency
  const createdAt = momentOf(edit.createdAt, account.timezone)
  const customer = await customerNamed(trx, viewer, edit.customer, shop.id)
  const known = await learn(trx, edit, undefined, { id: shop.id, currency })
  const customerId = customer === undefined ? undefined : (customer?.id ?? null)
  const draft = decide(undefined, customer ? { ...contactsOf(customer), ...edit } : edit, { ...known, customerId })
  const place = { shopId: shop.id, country: shop.country ?? account.country, actor: viewer.actor }
  draft.customerId ??= await customerFrom(trx, draft, { ...place, ...(createdAt && { createdAt }) })
  const id = await insert(trx, draft, edit.number, createdAt)
  const order = (await findOrder(trx, id)) ?? fail('internal')
  await orderMade(trx, order, viewer.actor, createdAt)
  await addPayments(trx, order, edit.payments ?? [], { viewer, zone: account.timezone, now })
  return order
}

export const makeOrder = async (
  deps: Deps,
  viewer: Viewer,
  site: string | undefined,
  edit: OrderNew,
): Promise<WireOrder> => {
  const account = await deps.directory.account(viewer.accountId)
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = await make(trx, viewer, account, site, edit, deps.now())
    return (await presentOrders(trx, [order], account.timezone))[0] ?? fail('internal')
  })
}

/** The order as it then stands. A change that changes nothing leaves no trace. */
const change = async (trx: Db, viewer: Viewer, id: number, edit: OrderEdit): Promise<Order> => {
  const before = (await lockOrder(trx, id)) ?? fail('not_found')
  const customer = await customerNamed(trx, viewer, edit.customer, before.shopId)
  const known = await learn(trx, edit, before, { id: before.shopId, currency: before.currency })
  const customerId = customer === undefined ? undefined : (customer?.id ?? before.customer?.id ?? null)
  const draft = decide(before, edit, { ...known, customerId })
  const changes = changesBetween(historyOf(draftOf(before)), historyOf(draft))
  if (Object.keys(changes).length === 0) return before
  const taken =
    'externalId' in changes && (await findOrderId(trx, { externalId: draft.externalId ?? '' }, [before.shopId]))
  if (taken) refuse({ externalId: `is taken: it is order ${taken}` })
  await updateOrder(trx, id, draft, { raise: changesWhatIsPaidFor(changes), items: 'items' in changes })
  const after = (await findOrder(trx, id)) ?? fail('internal')
  await orderChanged(trx, before, after, viewer.actor)
  return after
}

export const changeOrder = async (
  deps: Deps,
  viewer: Viewer,
  find: (trx: Db) => Promise<number | undefined>,
  edit: OrderEdit,
): Promise<WireOrder> => {
  const { timezone } = await deps.directory.account(viewer.accountId)
  const work = inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = await change(trx, viewer, (await find(trx)) ?? fail('not_found'), edit)
    return (await presentOrders(trx, [order], timezone))[0] ?? fail('internal')
  })
  // Another order may have taken the id between our look and our write.
  return work.catch((error) => {
    if (isDuplicate(error)) return refuse({ externalId: 'is taken' })
    throw error
  })
}

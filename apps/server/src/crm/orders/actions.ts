import { type Page, paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { ApiOrderFilter, createOrder, editOrder, getOrder, listOrders } from '@patchbay/contract/crm/orders'
import type {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listSortedOrders,
  listWorkspaceOrders,
} from '@patchbay/contract/crm/workspace/orders'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { pageOf } from '../../lib/db/keyset-cursor.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Reader, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listCustomerIds } from '../customers/store.ts'
import { findCustomerIdsByName } from '../search/find-service.ts'
import { decideFilter } from './filter-rules.ts'
import { listOrderIds } from './list-store.ts'
import { changeOrder, presentOrders, presentOrdersById, publishOrderChanged, saveNewOrder } from './service.ts'
import { listSortedIds } from './sorted-store.ts'
import { findOrder, findVisibleOrderId, type OrderSelector } from './store.ts'

const orderSelector = (text: string, by: 'id' | 'externalId' = 'externalId'): OrderSelector => {
  if (by === 'externalId') return { externalId: text }
  return /^[1-9]\d{0,14}$/.test(text) ? { id: Number(text) } : fail('not_found')
}

const show = async (deps: Deps, viewer: Reader, find: (trx: Db) => Promise<number | undefined>) => {
  const { timezone } = await deps.accounts.account(viewer.accountId)
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = (await findOrder(trx, (await find(trx)) ?? fail('not_found'))) ?? fail('not_found')
    const [shown] = await presentOrders(trx, [order], timezone)
    return { success: true as const, order: shown ?? fail('not_found') }
  })
}

/** The customers that an order's filter names; undefined when it names none. The orders are limited to visible shops. */
const customersNamed = async (trx: Db, { customer, customerExternalId }: ApiOrderFilter, country: string) => {
  if (customer === undefined && customerExternalId === undefined) return undefined
  const byName = customer === undefined ? undefined : await findCustomerIdsByName(trx, customer, country)
  if (customerExternalId === undefined) return byName
  const byId = await listCustomerIds(trx, customerExternalId)
  return byName ? byId.filter((id) => byName.includes(id)) : byId
}

const list = async (
  deps: Deps,
  viewer: Reader,
  { customer, customerExternalId, ...filter }: ApiOrderFilter,
  page: Page,
) => {
  const { timezone, country } = await deps.accounts.account(viewer.accountId)
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const named = {
      ...(customer !== undefined && { customer }),
      ...(customerExternalId !== undefined && { customerExternalId }),
    }
    const customerIds = await customersNamed(trx, named, country)
    const shops = await listShops(trx)
    const context = { shops, sites: viewer.sites, zone: timezone, now: deps.now(), customerIds }
    const decision = decideFilter(filter, context)
    if (!decision.ok) return fail('input_invalid', { fields: decision.fields })
    const { total, ids } = await listOrderIds(trx, decision.query, page)
    const orders = await presentOrdersById(trx, ids, timezone)
    return { success: true as const, pagination: paginationOf(page, total), orders }
  })
}

export const showOrders: Action<Deps, typeof listOrders> = (deps, caller, { query }) =>
  list(deps, readerOf(caller), query.filter ?? {}, requestedPage(query))

export const showOrder: Action<Deps, typeof getOrder> = (deps, caller, { params, query }) => {
  const viewer = readerOf(caller)
  return show(deps, viewer, (trx) =>
    findVisibleOrderId(trx, viewer, orderSelector(params.externalId, query.by), query.site),
  )
}

export const createOrderFromApi: Action<Deps, typeof createOrder> = async (deps, caller, { body }) => {
  const viewer = readerOf(caller)
  const order = await saveNewOrder(deps, viewer, body.site, body.order)
  await publishOrderChanged(deps, viewer, order.id)
  return { success: true, id: order.id, order }
}

export const editOrderFromApi: Action<Deps, typeof editOrder> = async (deps, caller, { params, body }) => {
  const viewer = readerOf(caller)
  const find = (trx: Db) => findVisibleOrderId(trx, viewer, orderSelector(params.externalId, body.by), body.site)
  const order = await changeOrder(deps, viewer, find, body.order)
  await publishOrderChanged(deps, viewer, order.id)
  return { success: true, id: order.id, order }
}

export const showWorkspaceOrders: Action<Deps, typeof listWorkspaceOrders> = (deps, caller, { query }) =>
  list(deps, readerOf(caller), query.filter ?? {}, requestedPage(query))

const SORTED_PAGE = 50

export const showSortedOrders: Action<Deps, typeof listSortedOrders> = async (deps, caller, { query }) => {
  const viewer = readerOf(caller)
  const { timezone } = await deps.accounts.account(viewer.accountId)
  const { filter = {}, after, ...sorting } = query
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const context = { shops: await listShops(trx), sites: viewer.sites, zone: timezone, now: deps.now() }
    const decision = decideFilter(filter, context)
    if (!decision.ok) return fail('input_invalid', { fields: decision.fields })
    const rows = await listSortedIds(trx, decision.query, sorting, after, SORTED_PAGE + 1)
    const { page, ...next } = pageOf(rows, SORTED_PAGE)
    const ids = page.map(({ id }) => id)
    return { success: true, orders: await presentOrdersById(trx, ids, timezone), ...next }
  })
}

export const showWorkspaceOrder: Action<Deps, typeof getWorkspaceOrder> = (deps, caller, { params }) =>
  show(deps, readerOf(caller), async () => params.id)

export const createInWorkspace: Action<Deps, typeof createWorkspaceOrder> = async (deps, caller, { body }) => {
  const viewer = readerOf(caller)
  const order = await saveNewOrder(deps, viewer, body.order.site, body.order)
  await publishOrderChanged(deps, viewer, order.id)
  return { success: true, order }
}

export const editInWorkspace: Action<Deps, typeof editWorkspaceOrder> = async (deps, caller, { params, body }) => {
  const viewer = readerOf(caller)
  const order = await changeOrder(deps, viewer, async () => params.id, body.order)
  await publishOrderChanged(deps, viewer, order.id)
  return { success: true, order }
}

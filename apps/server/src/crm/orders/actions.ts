import { type Page, paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { createOrder, editOrder, getOrder, listOrders, OrderFilter } from '@patchbay/contract/crm/orders'
import type {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listWorkspaceOrders,
} from '@patchbay/contract/crm/workspace/orders'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Reader, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listShops } from '../../platform/shops/store.ts'
import { decideFilter } from './filter-rules.ts'
import { listOrderIds } from './list-store.ts'
import { changeOrder, presentOrders, presentOrdersById, publishOrderChanged, saveNewOrder } from './service.ts'
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

const list = async (deps: Deps, viewer: Reader, filter: OrderFilter, page: Page) => {
  const { timezone } = await deps.accounts.account(viewer.accountId)
  return inAccount(deps.db, viewer.accountId, async (trx) => {
    const context = { shops: await listShops(trx), sites: viewer.sites, zone: timezone, now: deps.now() }
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

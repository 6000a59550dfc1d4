import type { fixOrderIds, listStatusesOfOrders, uploadOrders } from '@patchbay/contract/crm/uploads'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { saveEach, uploadResult } from '../../lib/http-in/save-each.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listOrderStatuses } from '../references/store.ts'
import { decideFilter } from './filter-rules.ts'
import { listOrderIds } from './list-store.ts'
import { changeWithin, publishOrderChanged, refuseTaken, saveNewOrder } from './service.ts'
import { findVisibleOrderId, listOrdersById } from './store.ts'

export const saveUploadedOrders: Action<Deps, typeof uploadOrders> = async (deps, caller, { body }, http) => {
  const viewer = readerOf(caller)
  const saved = await saveEach(body.orders, async (order) => (await saveNewOrder(deps, viewer, body.site, order)).id)
  for (const { id } of saved.uploaded) await publishOrderChanged(deps, viewer, id)
  if (saved.failed.length > 0) http.otherStatus()
  const result = uploadResult(saved, 'Orders are loaded with errors')
  return { ...result, uploadedOrders: saved.uploaded, failedOrders: saved.failed }
}

export const fixOrderExternalIds: Action<Deps, typeof fixOrderIds> = async (deps, caller, { body }) => {
  const viewer = readerOf(caller)
  const work = inAccount(deps.db, viewer.accountId, async (trx) => {
    for (const { id, externalId } of body.orders) {
      const found = await findVisibleOrderId(trx, viewer, { id })
      if (found === undefined) fail('entity_invalid', { fields: { id: `there is no order ${id}` } })
      await changeWithin(trx, viewer, id, { externalId })
    }
  })
  await work.catch(refuseTaken)
  for (const { id } of body.orders) await publishOrderChanged(deps, viewer, id)
  return { success: true }
}

/** The most orders that one request names, by both kinds of ids. */
const MOST = { limit: 1_000, page: 1 }

export const showStatusesOfOrders: Action<Deps, typeof listStatusesOfOrders> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const shops = await listShops(trx)
    const found = new Set<number>()
    for (const filter of [{ ids: query.ids ?? [] }, { externalIds: query.externalIds ?? [] }]) {
      const decision = decideFilter(filter, { shops, sites: caller.sites, zone: 'UTC', now: deps.now() })
      if (!decision.ok) return fail('input_invalid', { fields: decision.fields })
      for (const id of (await listOrderIds(trx, decision.query, MOST)).ids) found.add(id)
    }
    const groups = new Map((await listOrderStatuses(trx)).map(({ code, group }) => [code, group]))
    const orders = await listOrdersById(trx, [...found])
    return {
      success: true,
      orders: orders.map(({ id, externalId, status }) => {
        const group = groups.get(status)
        return { id, ...(externalId !== null && { externalId }), status, ...(group && { group }) }
      }),
    }
  })

import type {
  createOrderPayment,
  deleteOrderPayment,
  editOrderPayment,
  PaymentEdit,
} from '@patchbay/contract/crm/order-payments'
import type {
  addOrderPayment,
  changeOrderPayment,
  removeOrderPayment,
} from '@patchbay/contract/crm/workspace/order-payments'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Reader, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import type { Order } from '../orders/rules.ts'
import { publishOrderChanged } from '../orders/service.ts'
import { findVisibleOrderId, lockOrder, type OrderSelector } from '../orders/store.ts'
import type { OrderPayment } from './rules.ts'
import { addPayments, changePayment, type PaymentContext, removePayment } from './service.ts'
import { findPayment, findPaymentByExternalId } from './store.ts'

/** Shops send payments for costs that we do not keep (delivery): only a user's entry is limited to what the order owes. */
const paymentContextOf = async (deps: Deps, viewer: Reader): Promise<PaymentContext> => ({
  viewer,
  zone: (await deps.accounts.account(viewer.accountId)).timezone,
  now: deps.now(),
  limited: viewer.actor.startsWith('user:'),
})

const orderSelector = (named: { id?: number; externalId?: string; number?: string }): OrderSelector => {
  if (named.id !== undefined) return { id: named.id }
  if (named.externalId !== undefined) return { externalId: named.externalId }
  if (named.number !== undefined) return { number: named.number }
  return fail('entity_invalid', { fields: { order: 'must name the order by id, externalId or number' } })
}

export const createPayment: Action<Deps, typeof createOrderPayment> = async (deps, caller, { body }) => {
  const viewer = readerOf(caller)
  const circumstances = await paymentContextOf(deps, viewer)
  const { order: named, ...edit } = body.payment
  const [orderId, id] = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const found = await findVisibleOrderId(trx, viewer, orderSelector(named), body.site)
    const order = (await lockOrder(trx, found ?? fail('not_found'))) ?? fail('not_found')
    const [created] = await addPayments(trx, order, [edit], circumstances)
    return [order.id, created ?? fail('internal')] as const
  })
  await publishOrderChanged(deps, viewer, orderId)
  return { success: true, id }
}

/** In the workspace, so that an invoice can be issued for it. */
export const addPayment: Action<Deps, typeof addOrderPayment> = async (deps, caller, { params, body }) => {
  const viewer = readerOf(caller)
  const circumstances = await paymentContextOf(deps, viewer)
  const id = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const order = (await lockOrder(trx, params.id)) ?? fail('not_found')
    for (const guard of deps.orderPaymentGuards) await guard.beforeAdd(trx, body.type)
    const [created] = await addPayments(trx, order, [body], circumstances)
    return created ?? fail('internal')
  })
  await publishOrderChanged(deps, viewer, params.id)
  return { success: true, id }
}

/** Locks the order first, as every change of a payment does. Afterwards the payment is read again. */
const lockWithOrder = async (
  trx: Db,
  viewer: Reader,
  found: OrderPayment | undefined,
): Promise<{ order: Order; payment: OrderPayment }> => {
  const seen = found && (await findVisibleOrderId(trx, viewer, { id: found.orderId }))
  const order = seen === undefined ? undefined : await lockOrder(trx, seen)
  const payment = found && (await findPayment(trx, found.id))
  return order && payment ? { order, payment } : fail('not_found')
}

const change = async (
  deps: Deps,
  viewer: Reader,
  find: (trx: Db) => Promise<OrderPayment | undefined>,
  edit: PaymentEdit,
): Promise<OrderPayment> => {
  const circumstances = await paymentContextOf(deps, viewer)
  const changed = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const { order, payment } = await lockWithOrder(trx, viewer, await find(trx))
    const isOtherType = edit.type !== undefined && edit.type !== payment.type
    if (isOtherType) for (const guard of deps.orderPaymentGuards) await guard.beforeAdd(trx, edit.type ?? '')
    await changePayment(trx, order, payment, edit, circumstances)
    return payment
  })
  await publishOrderChanged(deps, viewer, changed.orderId)
  return changed
}

const remove = async (deps: Deps, viewer: Reader, paymentId: number): Promise<void> => {
  const circumstances = await paymentContextOf(deps, viewer)
  const orderId = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const { order, payment } = await lockWithOrder(trx, viewer, await findPayment(trx, paymentId))
    for (const guard of deps.orderPaymentGuards) await guard.beforeDelete(trx, payment)
    await removePayment(trx, order, payment, circumstances)
    return order.id
  })
  await publishOrderChanged(deps, viewer, orderId)
}

export const editPayment: Action<Deps, typeof editOrderPayment> = async (deps, caller, { params, body }) => {
  const find = async (trx: Db) => {
    if (body.by === 'externalId') return findPaymentByExternalId(trx, params.id)
    return /^[1-9]\d{0,14}$/.test(params.id) ? findPayment(trx, Number(params.id)) : fail('not_found')
  }
  const { id } = await change(deps, readerOf(caller), find, body.payment)
  return { success: true, id }
}

export const changePaymentInWorkspace: Action<Deps, typeof changeOrderPayment> = async (
  deps,
  caller,
  { params, body },
) => {
  await change(deps, readerOf(caller), (trx) => findPayment(trx, params.paymentId), body)
  return { success: true }
}

export const removePaymentFromApi: Action<Deps, typeof deleteOrderPayment> = async (deps, caller, { params }) => {
  await remove(deps, readerOf(caller), params.id)
  return { success: true }
}

export const removePaymentInWorkspace: Action<Deps, typeof removeOrderPayment> = async (deps, caller, { params }) => {
  await remove(deps, readerOf(caller), params.paymentId)
  return { success: true }
}

import type { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/crm/order-payments'
import type { addOrderPayment } from '@patchbay/contract/crm/workspace/orders'
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

const paymentContextOf = async (deps: Deps, viewer: Reader): Promise<PaymentContext> => ({
  viewer,
  zone: (await deps.accounts.account(viewer.accountId)).timezone,
  now: deps.now(),
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
    const [made] = await addPayments(trx, order, [edit], circumstances)
    return [order.id, made ?? fail('internal')] as const
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
    const [made] = await addPayments(trx, order, [body], circumstances)
    return made ?? fail('internal')
  })
  await publishOrderChanged(deps, viewer, params.id)
  return { success: true, id }
}

/** Locks the order first: whoever changes a payment holds its order. Afterwards the payment is read again. */
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

export const editPayment: Action<Deps, typeof editOrderPayment> = async (deps, caller, { params, body }) => {
  const viewer = readerOf(caller)
  const circumstances = await paymentContextOf(deps, viewer)
  const find = (trx: Db) => {
    if (body.by === 'externalId') return findPaymentByExternalId(trx, params.id)
    return /^[1-9]\d{0,14}$/.test(params.id) ? findPayment(trx, Number(params.id)) : fail('not_found')
  }
  const payment = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const held = await lockWithOrder(trx, viewer, await find(trx))
    await changePayment(trx, held.order, held.payment, body.payment, circumstances)
    return held.payment
  })
  await publishOrderChanged(deps, viewer, payment.orderId)
  return { success: true, id: payment.id }
}

export const removePaymentFromApi: Action<Deps, typeof deleteOrderPayment> = async (deps, caller, { params }) => {
  const viewer = readerOf(caller)
  const circumstances = await paymentContextOf(deps, viewer)
  const orderId = await inAccount(deps.db, viewer.accountId, async (trx) => {
    const { order, payment } = await lockWithOrder(trx, viewer, await findPayment(trx, params.id))
    for (const guard of deps.orderPaymentGuards) await guard.beforeDelete(trx, payment)
    await removePayment(trx, order, payment, circumstances)
    return order.id
  })
  await publishOrderChanged(deps, viewer, orderId)
  return { success: true }
}

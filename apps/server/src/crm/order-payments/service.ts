import type { PaymentEdit } from '@patchbay/contract/crm/order-payments'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import type { Order } from '../orders/rules.ts'
import { listPaymentStatuses, listPaymentTypes } from '../references/store.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { decidePayment, historyOf, type Known, type OrderPayment, type PaymentDraft } from './rules.ts'
import { deletePayment, insertPayment, updatePayment } from './store.ts'

// How the payments of an order change, with their history. The caller holds the lock of the order.

/** Lets a higher layer reject a change: throws AppError inside the caller's transaction. The order is locked. */
export type OrderPaymentGuard = {
  beforeAdd: (trx: Db, type: string) => Promise<void>
  beforeDelete: (trx: Db, payment: OrderPayment) => Promise<void>
}

export type PaymentContext = { viewer: Reader; zone: string; now: Date }

const loadContext = async (trx: Db, order: Order, { zone, now }: PaymentContext): Promise<Known> => ({
  types: await listPaymentTypes(trx),
  statuses: await listPaymentStatuses(trx),
  currency: order.currency,
  site: order.site,
  total: order.total,
  zone,
  now,
})

const decide = (before: PaymentDraft | undefined, edit: PaymentEdit, known: Known, at: string): PaymentDraft => {
  const decision = decidePayment(before, edit, known)
  if (decision.ok) return decision.payment
  const fields = Object.entries(decision.fields).map(([name, text]) => [`${at}${name}`, text])
  return fail('entity_invalid', { fields: Object.fromEntries(fields) })
}

const tell = (
  trx: Db,
  order: Order,
  { viewer }: PaymentContext,
  kind: 'payment.added' | 'payment.changed' | 'payment.removed',
  paymentId: number,
  [before, after]: [PaymentDraft | undefined, PaymentDraft | undefined],
): Promise<void> =>
  insertTimeline(trx, {
    customerId: order.customer?.id ?? null,
    orderId: order.id,
    kind,
    actor: viewer.actor,
    detail: {
      paymentId,
      currency: order.currency,
      ...diffFields(before ? historyOf(before, order.currency) : {}, after ? historyOf(after, order.currency) : {}),
    },
  })

export const addPayments = async (
  trx: Db,
  order: Order,
  edits: readonly PaymentEdit[],
  circumstances: PaymentContext,
): Promise<number[]> => {
  if (edits.length === 0) return []
  const known = await loadContext(trx, order, circumstances)
  const ids: number[] = []
  for (const [index, edit] of edits.entries()) {
    const payment = decide(undefined, edit, known, edits.length > 1 ? `payments.${index}.` : '')
    const id = await insertPayment(trx, order, payment)
    await tell(trx, order, circumstances, 'payment.added', id, [undefined, payment])
    ids.push(id)
  }
  return ids
}

export const changePayment = async (
  trx: Db,
  order: Order,
  before: OrderPayment,
  edit: PaymentEdit,
  circumstances: PaymentContext,
): Promise<void> => {
  const after = decide(before, edit, await loadContext(trx, order, circumstances), '')
  const changes = diffFields(historyOf(before, order.currency), historyOf(after, order.currency))
  if (Object.keys(changes).length === 0) return
  await updatePayment(trx, before.id, after, order.currency)
  await tell(trx, order, circumstances, 'payment.changed', before.id, [before, after])
}

export const removePayment = async (
  trx: Db,
  order: Order,
  payment: OrderPayment,
  circumstances: PaymentContext,
): Promise<void> => {
  await deletePayment(trx, payment.id)
  await tell(trx, order, circumstances, 'payment.removed', payment.id, [payment, undefined])
}

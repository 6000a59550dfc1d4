import type { PaymentEdit } from '@patchbay/contract/crm/order-payments'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import { paymentChanges } from '../history/rules.ts'
import { insertChanges } from '../history/store.ts'
import type { Order } from '../orders/rules.ts'
import { listPaymentStatuses, listPaymentTypes } from '../references/store.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { decidePayment, historyOf, type Known, type OrderPayment, type PaymentDraft } from './rules.ts'
import { deletePayment, getOwed, insertPayment, lockPayment, updatePayment, updatePaymentStatus } from './store.ts'

// How the payments of an order change, with their history. The caller holds the lock of the order.

/** Lets a higher layer reject a change: throws AppError inside the caller's transaction. The order is locked. */
export type OrderPaymentGuard = {
  beforeAdd: (trx: Db, type: string) => Promise<void>
  beforeDelete: (trx: Db, payment: OrderPayment) => Promise<void>
}

/** `limited` as in Known. `at`: when it happened, if not now: an order may be imported with its past. */
export type PaymentContext = { viewer: Reader; zone: string; now: Date; limited: boolean; at?: Date }

const loadContext = async (
  trx: Db,
  order: Order,
  paymentId: number,
  { zone, now, limited }: PaymentContext,
): Promise<Known> => ({
  types: await listPaymentTypes(trx),
  statuses: await listPaymentStatuses(trx),
  currency: order.currency,
  site: order.site,
  owed: await getOwed(trx, order, paymentId),
  limited,
  zone,
  now,
})

const decide = (before: PaymentDraft | undefined, edit: PaymentEdit, known: Known, at: string): PaymentDraft => {
  const decision = decidePayment(before, edit, known)
  if (decision.ok) return decision.payment
  const fields = Object.entries(decision.fields).map(([name, text]) => [`${at}${name}`, text])
  return fail('entity_invalid', { fields: Object.fromEntries(fields) })
}

type Kind = 'added' | 'changed' | 'removed'

const writeHistory = async (
  trx: Db,
  order: Order,
  { viewer, at }: PaymentContext,
  kind: Kind,
  paymentId: number,
  [before, after]: [PaymentDraft | undefined, PaymentDraft | undefined],
): Promise<void> => {
  const differences = diffFields(
    before ? historyOf(before, order.currency) : {},
    after ? historyOf(after, order.currency) : {},
  )
  await insertTimeline(trx, {
    customerId: order.customer?.id ?? null,
    orderId: order.id,
    kind: `payment.${kind}`,
    actor: viewer.actor,
    detail: { paymentId, currency: order.currency, ...differences },
    ...(at && { at }),
  })
  const payment = partOf(paymentId, after ?? before)
  const changed = { subject: 'order', subjectId: order.id, shopId: order.shopId, actor: viewer.actor } as const
  await insertChanges(trx, changed, paymentChanges(payment, kind, differences))
}

const partOf = (id: number, payment: PaymentDraft | undefined) => ({
  id,
  type: payment?.type ?? '',
  ...(payment && payment.externalId !== null && { externalId: payment.externalId }),
})

/** P-18: the status follows the invoice's, whatever the state of the order. */
export const followInvoice = async (
  trx: Db,
  id: number,
  { actor, ...change }: { status: string; paidAt: Date | undefined; actor: string },
): Promise<void> => {
  const before = await lockPayment(trx, id)
  if (!before) return
  await updatePaymentStatus(trx, id, change)
  const after = { ...before, status: change.status, paidAt: change.paidAt ?? before.paidAt }
  const differences = diffFields(historyOf(before, before.currency), historyOf(after, before.currency))
  const changed = { subject: 'order', subjectId: before.orderId, shopId: before.shopId, actor } as const
  await insertChanges(trx, changed, paymentChanges(partOf(id, after), 'changed', differences))
}

const NEW_PAYMENT = 0

export const addPayments = async (
  trx: Db,
  order: Order,
  edits: readonly PaymentEdit[],
  circumstances: PaymentContext,
): Promise<number[]> => {
  const ids: number[] = []
  for (const [index, edit] of edits.entries()) {
    const known = await loadContext(trx, order, NEW_PAYMENT, circumstances)
    const payment = decide(undefined, edit, known, edits.length > 1 ? `payments.${index}.` : '')
    const id = await insertPayment(trx, order, payment)
    await writeHistory(trx, order, circumstances, 'added', id, [undefined, payment])
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
  const after = decide(before, edit, await loadContext(trx, order, before.id, circumstances), '')
  const changes = diffFields(historyOf(before, order.currency), historyOf(after, order.currency))
  if (Object.keys(changes).length === 0) return
  await updatePayment(trx, before.id, after, order.currency)
  await writeHistory(trx, order, circumstances, 'changed', before.id, [before, after])
}

export const removePayment = async (
  trx: Db,
  order: Order,
  payment: OrderPayment,
  circumstances: PaymentContext,
): Promise<void> => {
  await deletePayment(trx, payment.id)
  await writeHistory(trx, order, circumstances, 'removed', payment.id, [payment, undefined])
}

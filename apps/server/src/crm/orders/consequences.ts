import type { Db } from '../../lib/db/database.ts'
import { lockLiveInvoice } from '../../payments/invoices/store.ts'
import type { OrderPayment } from '../order-payments/rules.ts'
import { changesBetween } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { draftOf, historyOf, type Order } from './rules.ts'

// What else it means that an order or a payment of one has changed, in the same transaction. A slice that has to hear of
// it adds its line here; it is called while the order is locked.

/** `at`: when it was made, if not now: it was taken over from elsewhere. */
export const orderMade = async (trx: Db, order: Order, actor: string, at: Date | undefined): Promise<void> => {
  await insertTimeline(trx, {
    customerId: order.customer?.id ?? null,
    orderId: order.id,
    kind: 'order.created',
    actor,
    detail: changesBetween({}, { number: order.number, site: order.site, ...historyOf(draftOf(order)) }),
    ...(at && { at }),
  })
}

/** `after.version` is higher than `before.version` when invoices for the version before are stale (D-51). */
export const orderChanged = async (trx: Db, before: Order, after: Order, actor: string): Promise<void> => {
  await insertTimeline(trx, {
    customerId: after.customer?.id ?? null,
    orderId: after.id,
    kind: 'order.changed',
    actor,
    detail: changesBetween(historyOf(draftOf(before)), historyOf(draftOf(after))),
  })
}

/** Why this payment may not be taken off its order; undefined: it may. Its invoice is locked: it is not paid meanwhile. */
export const whyPaymentStays = async (trx: Db, payment: OrderPayment): Promise<string | undefined> => {
  const invoice = await lockLiveInvoice(trx, payment.id)
  if (invoice?.status === 'waitingForCapture') return 'its money is held: approve or cancel its invoice first'
  return invoice?.status === 'succeeded' ? 'it is paid: refund its invoice first' : undefined
}

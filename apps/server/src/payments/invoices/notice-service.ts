import { toDecimal } from '@patchbay/contract/base/money'
import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import type { Db } from '../../lib/db/database.ts'
import { userIdOf } from '../../platform/notifications/rules.ts'
import { notify } from '../../platform/notifications/service.ts'
import { findManagers, type Invoice } from './store.ts'

export type PaymentNotice = 'payment-paid' | 'payment-held' | 'payment-needs-person'

export const NOTICE_OF: Partial<Record<InvoiceStatus, PaymentNotice>> = {
  succeeded: 'payment-paid',
  waitingForCapture: 'payment-held',
}

/** The manager of the order is notified, else the customer's, else team leads and administrators. */
export const notifyOfPayment = async (trx: Db, invoice: Invoice, kind: PaymentNotice, actor: string): Promise<void> => {
  const responsible = await findManagers(trx, invoice)
  const { orderId, orderNumber, amount, currency } = invoice
  await notify(
    trx,
    { responsible, otherwise: 'team-lead', actorId: userIdOf(actor) },
    { kind, orderId, orderNumber, amount: toDecimal(amount, currency), currency },
  )
}

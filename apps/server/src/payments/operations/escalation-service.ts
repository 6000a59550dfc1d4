import type { Db } from '../../lib/db/database.ts'
import { notifyOfPayment } from '../invoices/notice-service.ts'
import { findInvoice } from '../invoices/store.ts'
import { logEscalation } from './log-service.ts'
import type { Operation } from './store.ts'

/** A person has to decide what became of an operation: it is logged, and they are notified. */
export const recordEscalation = async (trx: Db, operation: Operation): Promise<void> => {
  await logEscalation(trx, operation)
  const invoice = await findInvoice(trx, operation.invoiceId)
  if (invoice) await notifyOfPayment(trx, invoice, 'payment-needs-person', 'system')
}

import { toDecimal } from '@patchbay/contract/base/money'
import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import type { Db } from '../../lib/db/database.ts'
import { type Details, type Invoice, updateInvoice } from './store.ts'

/** Sets an imported invoice to the status it had elsewhere; its history begins with the import. */
export const updateImported = async (
  db: Db,
  invoice: Pick<Invoice, 'id' | 'currency'>,
  status: InvoiceStatus,
  { createdAt, ...details }: Details & { createdAt?: Date },
): Promise<void> => {
  await updateInvoice(db, invoice, details)
  await db
    .updateTable('invoice')
    .set({ status, ...(createdAt && { created_at: createdAt }) })
    .where('id', '=', invoice.id)
    .execute()
  await db
    .insertInto('invoice_history')
    .values({ invoice_id: invoice.id, from_status: null, to_status: status, cause: 'import', actor: 'import' })
    .execute()
}

export type NewInvoice = Pick<
  Invoice,
  | 'id'
  | 'paymentId'
  | 'orderId'
  | 'orderNumber'
  | 'customerId'
  | 'shopId'
  | 'moduleId'
  | 'amount'
  | 'currency'
  | 'email'
  | 'phone'
  | 'returnUrl'
  | 'fingerprint'
>

export const insertInvoice = async (db: Db, invoice: NewInvoice): Promise<void> => {
  await db
    .insertInto('invoice')
    .values({
      id: invoice.id,
      payment_id: invoice.paymentId,
      order_id: invoice.orderId,
      order_number: invoice.orderNumber,
      customer_id: invoice.customerId,
      shop_id: invoice.shopId,
      module_id: invoice.moduleId,
      amount: toDecimal(invoice.amount, invoice.currency),
      currency: invoice.currency,
      email: invoice.email,
      phone: invoice.phone,
      return_url: invoice.returnUrl,
      fingerprint: invoice.fingerprint,
    })
    .execute()
}

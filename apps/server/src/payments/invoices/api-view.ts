import { toLocalTime } from '@patchbay/contract/base/local-time'
import { subtract, toDecimal } from '@patchbay/contract/base/money'
import type { Invoice as InvoiceShape } from '@patchbay/contract/payments/invoices'
import type { Static } from 'typebox'
import type { Refund } from '../refunds/store.ts'
import type { Invoice } from './store.ts'

const filled = <K extends string>(name: K, value: string | null | undefined) =>
  (value ? { [name]: value } : {}) as { [P in K]?: string }

/** D-48: an invoice in the API; amounts are exact decimal text. */
export const presentInvoice = (
  invoice: Invoice,
  refunds: readonly Refund[],
  zone: string,
): Static<typeof InvoiceShape> => {
  const { currency } = invoice
  return {
    invoiceUuid: invoice.id,
    invoiceType: 'link',
    createdAt: toLocalTime(invoice.createdAt, zone),
    ...(invoice.customerId !== null && { customerId: invoice.customerId }),
    orderId: invoice.orderId,
    paymentId: invoice.paymentId,
    amount: toDecimal(invoice.amount, currency),
    currency,
    ...filled('email', invoice.email),
    ...filled('phone', invoice.phone),
    ...(invoice.status !== null && { status: invoice.status }),
    ...filled('externalId', invoice.externalId),
    ...filled('link', invoice.link),
    ...filled('errorMsg', invoice.errorMsg),
    ...filled('paidAt', invoice.paidAt && toLocalTime(invoice.paidAt, zone)),
    ...filled('expiredAt', invoice.expiredAt && toLocalTime(invoice.expiredAt, zone)),
    ...filled('cancellationDetails', invoice.cancellationDetails),
    refundable:
      invoice.refundable ?? (invoice.status === 'succeeded' && subtract(invoice.captured, invoice.refunded) > 0n),
    cancellable: invoice.cancellable ?? (invoice.status === 'pending' || invoice.status === 'waitingForCapture'),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      ...filled('externalId', refund.externalId),
      status: refund.status,
      comment: refund.comment,
      amount: toDecimal(refund.amount, currency),
      createdAt: toLocalTime(refund.createdAt, zone),
    })),
    ...(invoice.discountAmount !== null && { discountAmount: toDecimal(invoice.discountAmount, currency) }),
  }
}

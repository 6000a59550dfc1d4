import { subtract, toDecimal } from '@patchbay/contract/base/money'
import type { LiveEvent } from '@patchbay/contract/live'
import type { Invoice as InvoiceShape } from '@patchbay/contract/payments/invoices'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import type { Static } from 'typebox'
import { isOpen } from '../operations/rules.ts'
import type { Operation } from '../operations/store.ts'
import type { Refund } from '../refunds/store.ts'
import { actionsFor } from './rules.ts'
import type { Invoice } from './store.ts'

const filled = <K extends string>(name: K, value: string | null | undefined) =>
  (value ? { [name]: value } : {}) as { [P in K]?: string }

/** D-48: an invoice as the API gives it; sums as text, exact. */
export const presentInvoice = (invoice: Invoice, refunds: readonly Refund[]): Static<typeof InvoiceShape> => {
  const { currency } = invoice
  return {
    invoiceUuid: invoice.id,
    invoiceType: 'link',
    createdAt: invoice.createdAt.toISOString(),
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
    ...filled('paidAt', invoice.paidAt?.toISOString()),
    ...filled('expiredAt', invoice.expiredAt?.toISOString()),
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
      createdAt: refund.createdAt.toISOString(),
    })),
    ...(invoice.discountAmount !== null && { discountAmount: toDecimal(invoice.discountAmount, currency) }),
  }
}

// An invoice as people see it.

const KINDS = { create: 'The invoice', approve: 'The approval', cancel: 'The cancellation', refund: 'The refund' }

/** D-46: what keeps a user from pressing again what may already have happened. */
const noteFor = ({ kind, state, sentAt, createdAt }: Operation): string | undefined => {
  const at = (sentAt ?? createdAt).toISOString().slice(11, 16)
  switch (state) {
    case 'requested':
      return `${KINDS[kind]} is about to be sent`
    case 'sent':
    case 'unknown':
      return `${KINDS[kind]} was sent at ${at} UTC and is not confirmed yet. Do not repeat it`
    case 'accepted':
      return `${KINDS[kind]} was taken on at ${at} UTC and is under way`
    case 'needs_human':
      return `${KINDS[kind]} was sent at ${at} UTC and nobody could find out what became of it. Ask the payment system, then say so here`
    default:
      return undefined
  }
}

export const viewOperation = (operation: Operation): NonNullable<WorkspaceInvoice['operation']> => {
  const note = noteFor(operation)
  return {
    kind: operation.kind,
    state: operation.state,
    requestedBy: operation.requestedBy,
    at: operation.createdAt.toISOString(),
    ...(note !== undefined && { note }),
    ...(operation.errorMsg !== null && { errorMsg: operation.errorMsg }),
  }
}

/** P-16, D-51: while an operation is open nothing else is offered; a stale invoice can be issued anew. */
export const offers = (
  invoice: Invoice,
  stale: boolean,
  operation: Operation | undefined,
): WorkspaceInvoice['offers'] => {
  if (operation && isOpen(operation.state)) return []
  const plain = actionsFor(invoice.status)
  return stale && plain.includes('cancel') ? [...plain, 'reissue'] : plain
}

/** Browsers that show the order reload its invoices. */
export const invoiceChanged = ({ id, orderId }: Pick<Invoice, 'id' | 'orderId'>): LiveEvent => ({
  type: 'invoice-changed',
  invoiceId: id,
  orderId,
})

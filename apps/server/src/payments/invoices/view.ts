import { compare, type Minor, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { LiveEvent } from '@patchbay/contract/live'
import type { OperationNote, WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { isResolvable } from '../operations/rules.ts'
import type { Operation } from '../operations/store.ts'
import type { Refund } from '../refunds/store.ts'
import type { Invoice, listHistory } from './store.ts'

/** D-46: present while the operation is open, so that nobody repeats what may already have happened. */
const noteFor = ({ state, tries, sentAt, createdAt }: Operation): OperationNote | undefined => {
  const at = (sentAt ?? createdAt).toISOString()
  switch (state) {
    case 'requested':
      return { code: tries > 0 ? 'delayed' : 'queued' }
    case 'sent':
    case 'unknown':
      return { code: 'unconfirmed', at }
    case 'accepted':
      return { code: 'accepted', at }
    case 'needs_human':
      return { code: 'unresolved', at }
    default:
      return undefined
  }
}

const viewOperation = (operation: Operation): NonNullable<WorkspaceInvoice['operation']> => {
  const note = noteFor(operation)
  return {
    kind: operation.kind,
    state: operation.state,
    requestedBy: operation.requestedBy,
    at: operation.createdAt.toISOString(),
    ...(note && { note }),
    ...(operation.errorMsg !== null && { errorMsg: operation.errorMsg }),
    resolvable: isResolvable(operation.state),
  }
}

type InvoiceContext = {
  stale: boolean
  owed: Minor
  offers: WorkspaceInvoice['offers']
  operation: Operation | undefined
  refunds: readonly Refund[]
  history: Awaited<ReturnType<typeof listHistory>>
}

/** An invoice in the workspace. */
export const viewInvoice = (
  invoice: Invoice,
  { stale, owed, offers, operation, refunds, history }: InvoiceContext,
): WorkspaceInvoice => {
  const sum = (amount: Invoice['amount']) => toDecimal(amount, invoice.currency)
  return {
    id: invoice.id,
    paymentId: invoice.paymentId,
    orderId: invoice.orderId,
    ...(invoice.status !== null && { status: invoice.status }),
    amount: sum(invoice.amount),
    currency: invoice.currency,
    ...(invoice.link !== null && { link: invoice.link }),
    ...(invoice.errorMsg !== null && { errorMsg: invoice.errorMsg }),
    createdAt: invoice.createdAt.toISOString(),
    ...(invoice.expiredAt && { expiredAt: invoice.expiredAt.toISOString() }),
    stale,
    ledger: {
      authorised: sum(invoice.authorised),
      captured: sum(invoice.captured),
      refunded: sum(invoice.refunded),
      refundable: sum(subtract(invoice.captured, invoice.refunded)),
    },
    owed: sum(compare(owed, ZERO) > 0 ? owed : ZERO),
    offers,
    ...(operation && { operation: viewOperation(operation) }),
    refunds: refunds.map(({ amount, status, comment, createdAt }) => ({
      amount: sum(amount),
      status,
      comment,
      createdAt: createdAt.toISOString(),
    })),
    history: history.map(({ at, to, actor }) => ({ at: at.toISOString(), to, actor })),
  }
}

/** Browsers that show the order reload its invoices. */
export const invoiceChanged = ({ id, orderId }: Pick<Invoice, 'id' | 'orderId'>): LiveEvent => ({
  type: 'invoice-changed',
  invoiceId: id,
  orderId,
})

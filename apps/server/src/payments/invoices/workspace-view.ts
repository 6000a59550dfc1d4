import { subtract, toDecimal } from '@patchbay/contract/base/money'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import type { Db } from '../../lib/db/database.ts'
import { isStale } from '../issuing/store.ts'
import { isOpen, offersFor } from '../operations/rules.ts'
import { findLastOperation, type Operation } from '../operations/store.ts'
import { type Invoice, listHistory, listRefunds } from './store.ts'

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

const viewOperation = (operation: Operation): NonNullable<WorkspaceInvoice['operation']> => {
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
const offers = (invoice: Invoice, stale: boolean, operation: Operation | undefined): WorkspaceInvoice['offers'] => {
  if (operation && isOpen(operation.state)) return []
  const plain = offersFor(invoice.status)
  return stale && plain.includes('cancel') ? [...plain, 'reissue'] : plain
}

export const viewInvoice = async (trx: Db, invoice: Invoice): Promise<WorkspaceInvoice> => {
  const sum = (amount: Invoice['amount']) => toDecimal(amount, invoice.currency)
  const operation = await findLastOperation(trx, invoice.id)
  const live = invoice.status === 'pending' || invoice.status === 'waitingForCapture'
  const stale = live && (await isStale(trx, invoice.id))
  const history = await listHistory(trx, invoice.id)
  const refunds = await listRefunds(trx, invoice)
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
    offers: offers(invoice, stale, operation),
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

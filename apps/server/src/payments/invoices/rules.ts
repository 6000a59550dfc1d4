import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'

/** What requests about an invoice are found by, whichever way they went. */
export const aboutInvoice = (id: string): string => `invoice/${id}`

// Pure decisions about invoices: which moves there are, what a module's answer means, and when to look again.
// What a module's report means is in judge.ts beside it.

type Move = { from: InvoiceStatus | null; trigger: OperationKind | 'update-invoice'; to: InvoiceStatus }

/** P-08…P-14: the moves of interface 3.1, row for row. There is no other (P-15). */
export const INVOICE_MOVES: readonly Move[] = [
  { from: null, trigger: 'create', to: 'pending' },
  { from: 'pending', trigger: 'update-invoice', to: 'succeeded' },
  { from: 'pending', trigger: 'update-invoice', to: 'waitingForCapture' },
  { from: 'waitingForCapture', trigger: 'approve', to: 'succeeded' },
  { from: 'pending', trigger: 'cancel', to: 'canceled' },
  { from: 'waitingForCapture', trigger: 'cancel', to: 'canceled' },
  { from: 'succeeded', trigger: 'refund', to: 'refundSucceeded' },
]

/** Where an operation leads from here; undefined when it may not be asked for. */
export const targetStatus = (kind: OperationKind, status: InvoiceStatus | null): InvoiceStatus | undefined =>
  INVOICE_MOVES.find((move) => move.trigger === kind && move.from === status)?.to

export const isAllowedMove = (from: InvoiceStatus | null, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && move.to === to)

export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (INVOICE_STATUSES as readonly string[]).includes(word)

export type InvoiceAction = Exclude<OperationKind, 'create'> | 'email'

/** P-16: what the interface offers in a status, and nothing else. */
export const actionsFor = (status: InvoiceStatus | null): InvoiceAction[] => {
  const operations = INVOICE_MOVES.flatMap(({ from, trigger }) =>
    from !== null && from === status && trigger !== 'update-invoice' && trigger !== 'create' ? [trigger] : [],
  )
  return status === 'pending' ? [...operations, 'email'] : operations
}

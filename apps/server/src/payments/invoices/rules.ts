import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'

/** P-22: the trace key of all requests about an invoice, in both directions. */
export const aboutInvoice = (id: string): string => `invoice/${id}`

type Move = { from: InvoiceStatus | null; trigger: OperationKind | 'update-invoice'; to: InvoiceStatus }

/** D-51: a payment has at most one invoice in these statuses, or being created. SQL is generated from this list, indexes are tested against it. */
export const LIVE_STATUSES = ['pending', 'waitingForCapture', 'succeeded'] as const satisfies InvoiceStatus[]

/** P-08…P-14: the moves of interface 3.1, row for row. There are no others (P-15). */
export const INVOICE_MOVES: readonly Move[] = [
  { from: null, trigger: 'create', to: 'pending' },
  { from: 'pending', trigger: 'update-invoice', to: 'succeeded' },
  { from: 'pending', trigger: 'update-invoice', to: 'waitingForCapture' },
  { from: 'waitingForCapture', trigger: 'approve', to: 'succeeded' },
  { from: 'pending', trigger: 'cancel', to: 'canceled' },
  { from: 'waitingForCapture', trigger: 'cancel', to: 'canceled' },
  { from: 'succeeded', trigger: 'refund', to: 'refundSucceeded' },
]

/** P-11…P-15: the status an operation leads to; undefined when it is not allowed. */
export const targetStatus = (kind: OperationKind, status: InvoiceStatus | null): InvoiceStatus | undefined =>
  INVOICE_MOVES.find((move) => move.trigger === kind && move.from === status)?.to

/** P-15 */
export const isAllowedMove = (from: InvoiceStatus | null, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && move.to === to)

/** D-42: modules report statuses as free text. */
export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (INVOICE_STATUSES as readonly string[]).includes(word)

export type InvoiceAction = Exclude<OperationKind, 'create'> | 'email'

/** P-16: the actions of a status, and no others. */
export const actionsFor = (status: InvoiceStatus | null): InvoiceAction[] => {
  const operations = INVOICE_MOVES.flatMap(({ from, trigger }) =>
    from !== null && from === status && trigger !== 'update-invoice' && trigger !== 'create' ? [trigger] : [],
  )
  return status === 'pending' ? [...operations, 'email'] : operations
}

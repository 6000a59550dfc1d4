import { INVOICE_STATUSES } from '../base/constants.ts'
import type { InvoiceStatus, OperationKind } from './statuses.ts'

type Move = { from: InvoiceStatus | null; trigger: OperationKind | 'update-invoice'; to: InvoiceStatus }

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

/** Whose an invoice is: the module that issued it, and the shop of its order. */
export type InvoiceOwner = { moduleCode: string; site: string | null }

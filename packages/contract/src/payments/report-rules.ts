import { type AmountIn, add, compare, type Minor, readMoney, subtract, ZERO } from '../base/money.ts'
import type { DiscrepancyKind } from './discrepancy-rules.ts'
import { INVOICE_MOVES, isAllowedMove, isInvoiceStatus, targetStatus } from './invoice-rules.ts'
import { classifyRefund, type KnownRefund, type RefundEffect, type RefundReport } from './refund-rules.ts'
import type { UpdateInvoice } from './reports.ts'
import type { InvoiceStatus, OperationKind, OperationState } from './statuses.ts'

export type OpenOperation = {
  id: string
  kind: OperationKind
  state: OperationState
  amount: Minor | null
  refundExternalId: string | null
}

export type InvoiceFacts = {
  status: InvoiceStatus | null
  /** The statuses it has been in. */
  visited: readonly InvoiceStatus[]
  amount: Minor
  currency: string
  captured: Minor
  refunded: Minor
  refunds: readonly KnownRefund[]
  open: OpenOperation | undefined
}

export type Report = {
  status?: InvoiceStatus | undefined
  amount?: Minor | undefined
  discount?: Minor | undefined
  currency?: string | undefined
  refund?: RefundReport | undefined
}

export type ReportDecision =
  | { ok: false; discrepancy: DiscrepancyKind }
  | {
      ok: true
      moves: InvoiceStatus[]
      refunds: RefundEffect[]
      /** What the report means for the open operation, if anything. */
      operation: 'confirmed' | 'rejected' | 'superseded' | undefined
    }

const reaches = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && (move.to === to || reaches(move.to, to)))

/**
 * D-42: a reported status compared with the current one. A status that leads to the current one is older; a hold on a
 * canceled invoice is older only if there was one, otherwise a customer's money is still held.
 */
export const comparePosition = (
  present: InvoiceStatus,
  visited: readonly InvoiceStatus[],
  reported: InvoiceStatus,
): 'same' | 'move' | 'older' | 'too-early' | 'forbidden-move' => {
  if (reported === present) return 'same'
  if (isAllowedMove(present, reported)) return 'move'
  if (reaches(reported, present)) {
    return present === 'canceled' && !visited.includes(reported) ? 'forbidden-move' : 'older'
  }
  return reaches(present, reported) ? 'too-early' : 'forbidden-move'
}

const wrongSum = ({ amount, currency }: InvoiceFacts, report: Report): DiscrepancyKind | undefined => {
  if (report.currency !== undefined && report.currency !== currency) return 'wrong-currency'
  if (report.amount === undefined || report.amount === amount) return undefined
  return add(report.amount, report.discount ?? ZERO) === amount ? undefined : 'wrong-amount'
}

/** What the new status means for the open operation. */
const operationAt = (
  open: OpenOperation | undefined,
  status: InvoiceStatus,
): 'confirmed' | 'superseded' | undefined => {
  if (!open || open.kind === 'create') return undefined
  const target = INVOICE_MOVES.find((move) => move.trigger === open.kind)?.to
  // An operation that was never sent did not cause it, and is no longer needed.
  if (target === status) return open.state === 'requested' ? 'superseded' : 'confirmed'
  return targetStatus(open.kind, status) === undefined ? 'superseded' : undefined
}

type StatusDecision = {
  moves: InvoiceStatus[]
  present: InvoiceStatus
  operation: 'confirmed' | 'superseded' | undefined
}

/** The moves of a reported status. A report of any kind proves that the invoice was created. */
const classifyStatus = (facts: InvoiceFacts, reported: InvoiceStatus | undefined): StatusDecision | DiscrepancyKind => {
  const moves: InvoiceStatus[] = facts.status === null ? ['pending'] : []
  const present = facts.status ?? 'pending'
  const operation = facts.status === null && facts.open?.kind === 'create' ? 'confirmed' : undefined
  if (reported === undefined) return { moves, present, operation }
  const position = comparePosition(present, facts.visited, reported)
  if (position === 'too-early' || position === 'forbidden-move') return position
  if (position !== 'move') return { moves, present, operation }
  moves.push(reported)
  return { moves, present: reported, operation: operation ?? operationAt(facts.open, reported) }
}

/** D-42: what a report changes, or the discrepancy that keeps it from being applied. */
export const classifyReport = (facts: InvoiceFacts, report: Report): ReportDecision => {
  const wrong = wrongSum(facts, report)
  if (wrong) return { ok: false, discrepancy: wrong }
  const path = classifyStatus(facts, report.status)
  if (typeof path === 'string') return { ok: false, discrepancy: path }
  const captures = facts.status !== 'succeeded' && path.moves.includes('succeeded')
  const charged = captures ? subtract(facts.amount, report.discount ?? ZERO) : facts.captured
  const refund = report.refund ? classifyRefund({ ...facts, captured: charged }, report.refund) : { counted: ZERO }
  if (typeof refund === 'string') return { ok: false, discrepancy: refund }
  const refunds = refund.effect ? [refund.effect] : []
  const refunded = add(facts.refunded, refund.counted)
  const moves = [...path.moves]
  const isSpent = compare(charged, ZERO) > 0 && refunded === charged
  if (isSpent && path.present === 'succeeded') moves.push('refundSucceeded')
  if (moves.includes('refundSucceeded') && !isSpent) refunds.push(remainingRefund(facts, charged, refunded))
  return { ok: true, moves, refunds, operation: path.operation ?? refund.operation }
}

/** D-47: the module reports a full refund; what it did not list is stored as one refund without an id. */
const remainingRefund = ({ open }: InvoiceFacts, charged: Minor, refunded: Minor): RefundEffect => {
  const amount = subtract(charged, refunded)
  const isAskedFor = open?.kind === 'refund' && open.state !== 'requested' && open.amount === amount
  return { kind: 'new', externalId: null, amount, status: 'succeeded', operationId: isAskedFor ? open.id : null }
}

/** A module's statement about an invoice: by update-invoice, by the answer to `status`, or by a check. */
export type ModuleReport = {
  /** key:<id> or status:<module>. */
  source: string
  /** Undefined when the given id is not a UUID. */
  invoiceId: string | undefined
  said: Omit<UpdateInvoice, 'invoiceUuid'>
}

/** D-42: undefined if absent, null if not an amount of this currency. */
export const readSum = (value: AmountIn | undefined, currency: string): Minor | undefined | null => {
  if (value === undefined) return undefined
  const read = readMoney(value, currency)
  return read.ok ? read.value : null
}

/** D-42: reads a module's report; returns a discrepancy if it cannot be read. */
export const readReport = (said: ModuleReport['said'], currency: string): Report | DiscrepancyKind => {
  const { status, refund } = said
  if (status !== undefined && !isInvoiceStatus(status)) return 'unknown-status'
  const [amount, discount, refunded] = [said.amount, said.discountAmount, refund?.amount].map((value) =>
    readSum(value, currency),
  )
  if (amount === null || discount === null || refunded === null) return 'wrong-amount'
  return {
    status,
    amount,
    discount,
    currency: said.currency,
    refund: refund && { id: refund.id, status: refund.status, amount: refunded },
  }
}

import { type AmountIn, add, compare, type Minor, readMoney, subtract, ZERO } from '@patchbay/contract/base/money'
import type { UpdateInvoice } from '@patchbay/contract/payments/reports'
import type { InvoiceStatus, OperationKind, OperationState, RefundStatus } from '@patchbay/contract/payments/statuses'
import type { DiscrepancyKind } from '../discrepancies/rules.ts'
import { INVOICE_MOVES, isAllowedMove, isInvoiceStatus, targetStatus } from '../invoices/rules.ts'

// What a module's word about an invoice means (D-42, D-43, D-47). Pure, like rules.ts: the facts come in as arguments.

export type OpenOperation = {
  id: string
  kind: OperationKind
  state: OperationState
  amount: Minor | null
  refundExternalId: string | null
}

export type KnownRefund = {
  id: number
  externalId: string | null
  operationId: string | null
  amount: Minor
  status: RefundStatus
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

export type RefundReport = { id: string; status: 'succeeded' | 'canceled'; amount: Minor | undefined }

export type Report = {
  status?: InvoiceStatus | undefined
  amount?: Minor | undefined
  discount?: Minor | undefined
  currency?: string | undefined
  refund?: RefundReport | undefined
}

export type RefundEffect =
  | { kind: 'new'; externalId: string | null; amount: Minor; status: RefundStatus; operationId: string | null }
  | { kind: 'known'; id: number; externalId: string; status: RefundStatus; counts: boolean }

export type ReportDecision =
  | { ok: false; discrepancy: DiscrepancyKind }
  | {
      ok: true
      moves: InvoiceStatus[]
      refunds: RefundEffect[]
      /** What the report says about the open operation, if anything. */
      operation: 'confirmed' | 'rejected' | 'superseded' | undefined
    }

const reaches = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && (move.to === to || reaches(move.to, to)))

/**
 * Where a reported status stands to the present one. What leads to the present status on some path is older news; a hold
 * on a canceled invoice is older news only if there was one, or else somebody's money is held.
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

/** What the new status says about the operation that is under way. */
const operationAt = (
  open: OpenOperation | undefined,
  status: InvoiceStatus,
): 'confirmed' | 'superseded' | undefined => {
  if (!open || open.kind === 'create') return undefined
  const goal = INVOICE_MOVES.find((move) => move.trigger === open.kind)?.to
  // One that was never sent cannot have brought it about, and has nothing left to do.
  if (goal === status) return open.state === 'requested' ? 'superseded' : 'confirmed'
  return targetStatus(open.kind, status) === undefined ? 'superseded' : undefined
}

type RefundDecision = { effect?: RefundEffect; counted: Minor; operation?: 'confirmed' | 'rejected' }

const isOf = (open: OpenOperation | undefined, refund: RefundReport, amount: Minor): open is OpenOperation =>
  open?.kind === 'refund' &&
  open.state !== 'requested' &&
  (open.refundExternalId === null ? open.amount === amount : open.refundExternalId === refund.id)

const classifyKnownRefund = (
  known: KnownRefund,
  facts: InvoiceFacts,
  refund: RefundReport,
): RefundDecision | DiscrepancyKind => {
  if (known.status === refund.status) return { counted: ZERO }
  if (known.status !== 'pending') return 'refund-contradiction'
  const done = refund.status === 'succeeded'
  return {
    effect: { kind: 'known', id: known.id, externalId: refund.id, status: refund.status, counts: done },
    counted: done ? known.amount : ZERO,
    ...(known.operationId === facts.open?.id && { operation: done ? 'confirmed' : 'rejected' }),
  }
}

/** D-47: refunds are matched by the module's refund id; one that we asked for and know no id of, by its amount. */
const classifyRefund = (facts: InvoiceFacts, refund: RefundReport): RefundDecision | DiscrepancyKind => {
  const known = facts.refunds.find(({ externalId }) => externalId === refund.id)
  if (known) return classifyKnownRefund(known, facts, refund)
  const left = subtract(facts.captured, facts.refunded)
  const amount = refund.amount ?? facts.open?.amount ?? left
  const nameless = facts.refunds.find((one) => one.externalId === null && one.amount === amount)
  if (nameless?.status === refund.status) {
    const { id } = nameless
    return { effect: { kind: 'known', id, externalId: refund.id, status: refund.status, counts: false }, counted: ZERO }
  }
  const asked = isOf(facts.open, refund, amount) ? facts.open : undefined
  const operationId = asked?.id ?? null
  const effect: RefundEffect = { kind: 'new', externalId: refund.id, amount, status: refund.status, operationId }
  if (refund.status === 'canceled') {
    return { effect, counted: ZERO, ...(asked && { operation: 'rejected' }) }
  }
  if (compare(amount, ZERO) <= 0 || compare(amount, left) > 0) return 'refund-too-large'
  return { effect, counted: amount, ...(asked && { operation: 'confirmed' }) }
}

type Walk = { moves: InvoiceStatus[]; present: InvoiceStatus; operation: 'confirmed' | 'superseded' | undefined }

/** The moves that a reported status makes. Whoever speaks of an invoice proves that it was created. */
const walk = (facts: InvoiceFacts, reported: InvoiceStatus | undefined): Walk | DiscrepancyKind => {
  const moves: InvoiceStatus[] = facts.status === null ? ['pending'] : []
  const present = facts.status ?? 'pending'
  const operation = facts.status === null && facts.open?.kind === 'create' ? 'confirmed' : undefined
  if (reported === undefined) return { moves, present, operation }
  const place = comparePosition(present, facts.visited, reported)
  if (place === 'too-early' || place === 'forbidden-move') return place
  if (place !== 'move') return { moves, present, operation }
  moves.push(reported)
  return { moves, present: reported, operation: operation ?? operationAt(facts.open, reported) }
}

/** D-42: what a report does to an invoice, or why it is only written down. */
export const classifyReport = (facts: InvoiceFacts, report: Report): ReportDecision => {
  const wrong = wrongSum(facts, report)
  if (wrong) return { ok: false, discrepancy: wrong }
  const walked = walk(facts, report.status)
  if (typeof walked === 'string') return { ok: false, discrepancy: walked }
  const captures = facts.status !== 'succeeded' && walked.moves.includes('succeeded')
  const charged = captures ? subtract(facts.amount, report.discount ?? ZERO) : facts.captured
  const refund = report.refund ? classifyRefund({ ...facts, captured: charged }, report.refund) : { counted: ZERO }
  if (typeof refund === 'string') return { ok: false, discrepancy: refund }
  const refunds = refund.effect ? [refund.effect] : []
  const refunded = add(facts.refunded, refund.counted)
  const moves = [...walked.moves]
  const isSpent = compare(charged, ZERO) > 0 && refunded === charged
  if (isSpent && walked.present === 'succeeded') moves.push('refundSucceeded')
  if (moves.includes('refundSucceeded') && !isSpent) refunds.push(remainingRefund(facts, charged, refunded))
  return { ok: true, moves, refunds, operation: walked.operation ?? refund.operation }
}

/** The module says that everything was paid back; what it did not list is kept as one refund without a name. */
const remainingRefund = ({ open }: InvoiceFacts, charged: Minor, refunded: Minor): RefundEffect => {
  const amount = subtract(charged, refunded)
  const isAskedFor = open?.kind === 'refund' && open.state !== 'requested' && open.amount === amount
  return { kind: 'new', externalId: null, amount, status: 'succeeded', operationId: isAskedFor ? open.id : null }
}

// What a module says about an invoice, however it says it: by update-invoice, by the answer to `status`, or by naming the
// invoice in a check. The fact is written down before it is judged (D-42).

export type ModuleReport = {
  /** key:<id> or status:<module>. */
  source: string
  /** Undefined when what was given is no uuid. */
  invoiceId: string | undefined
  said: Omit<UpdateInvoice, 'invoiceUuid'>
  /** Whether who speaks may speak for this module. */
  mayFor: (moduleCode: string) => boolean
}

/** Undefined: not said. Null: said, and no sum of this currency. */
export const readSum = (value: AmountIn | undefined, currency: string): Minor | undefined | null => {
  if (value === undefined) return undefined
  const read = readMoney(value, currency)
  return read.ok ? read.value : null
}

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

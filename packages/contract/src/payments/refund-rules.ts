import { compare, type Minor, readMoney, subtract, ZERO } from '../base/money.ts'
import type { DiscrepancyKind } from './discrepancy-rules.ts'
import type { InvoiceFacts, OpenOperation } from './report-rules.ts'
import type { RefundStatus } from './statuses.ts'

export type KnownRefund = {
  id: number
  externalId: string | null
  operationId: string | null
  amount: Minor
  status: RefundStatus
}

export type RefundReport = { id: string; status: 'succeeded' | 'canceled'; amount: Minor | undefined }

export type RefundEffect =
  | { kind: 'new'; externalId: string | null; amount: Minor; status: RefundStatus; operationId: string | null }
  | { kind: 'known'; id: number; externalId: string; status: RefundStatus; counts: boolean }

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

/** D-47: refunds are matched by the module's refund id; one requested here whose id is unknown, by its amount. */
export const classifyRefund = (facts: InvoiceFacts, refund: RefundReport): RefundDecision | DiscrepancyKind => {
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
    // Nothing was there to refund, and nothing was refunded: there is nothing to store.
    if (compare(amount, ZERO) <= 0) return { counted: ZERO }
    return { effect, counted: ZERO, ...(asked && { operation: 'rejected' }) }
  }
  if (compare(amount, ZERO) <= 0 || compare(amount, left) > 0) return 'refund-too-large'
  return { effect, counted: amount, ...(asked && { operation: 'confirmed' }) }
}

/** D-47: how much an answered refund operation refunded: the amount in the answer if it is possible, else the requested one. */
export const decideRefundedAmount = (
  { captured, refunded, currency }: { captured: Minor; refunded: Minor; currency: string },
  requested: Minor | null,
  reported: string | number | undefined,
): { amount: Minor; differs: boolean } => {
  const left = subtract(captured, refunded)
  const asked = requested ?? left
  if (reported === undefined) return { amount: asked, differs: false }
  const read = readMoney(reported, currency)
  const isPossible = read.ok && compare(read.value, ZERO) > 0 && compare(read.value, left) <= 0
  return { amount: isPossible ? read.value : asked, differs: !read.ok || read.value !== asked }
}

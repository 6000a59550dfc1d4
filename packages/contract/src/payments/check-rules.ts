import type { ErrorCode } from '../base/errors.ts'
import { type Minor, toDecimal } from '../base/money.ts'
import type { InvoiceStatus, OperationKind } from './statuses.ts'

export type CheckFacts = {
  status: InvoiceStatus | null
  failed: boolean
  openKind: OperationKind | null
  amount: Minor
  currency: string
  orderExists: boolean
  /** The payment's current amount; null when the payment is deleted. */
  paymentAmount: Minor | null
  /** The payment counts as paid, though this invoice is not. */
  paymentPaid: boolean
  /** What the order owes apart from this payment. */
  owed: Minor
  unchanged: boolean
  otherLive: boolean
  /** The module has removed the shop that it is paid through. */
  shopGone: boolean
  moduleOff: boolean
}

export type CheckAsked = { amount: Minor | undefined; currency: string | undefined }

const hasChanged = ({ unchanged, paymentAmount, amount }: CheckFacts): boolean => !unchanged || paymentAmount !== amount

/** D-51, D-89: whether the order is no longer what the invoice was issued for, or no longer owes it. */
export const isOutdated = (facts: CheckFacts): boolean => hasChanged(facts) || facts.amount > facts.owed

/** P-06, D-89: why nobody may start to pay it; what is held already may still be charged. */
export const whyClosed = ({
  status,
  shopGone,
  moduleOff,
  paymentPaid,
}: CheckFacts): { code: ErrorCode; reason: string } | undefined => {
  if (status === 'waitingForCapture') return undefined
  if (shopGone) return { code: 'payment_shop_gone', reason: 'The shop that it was to be paid through was removed' }
  if (moduleOff) return { code: 'module_inactive', reason: 'The payment module is switched off' }
  return paymentPaid ? { code: 'payment_paid', reason: 'The payment is already paid' } : undefined
}

/** P-06, D-48: whether the link of an open invoice may be returned to a new request. */
export const isStillPayable = (facts: CheckFacts): boolean => whyClosed(facts) === undefined && !isOutdated(facts)

/** P-06, P-19, D-43, D-89: why a check fails; undefined when it passes. Modules show the reason; a failed check cancels a real payment. */
export const decideCheck = (facts: CheckFacts | undefined, asked: CheckAsked): string | undefined => {
  if (!facts) return 'There is no such invoice'
  if (facts.failed) return 'The invoice was not created'
  if (facts.status === 'canceled') return 'The invoice is canceled'
  if (facts.status === 'succeeded') return 'The invoice is already paid'
  if (facts.status === 'refundSucceeded') return 'The invoice was paid and refunded'
  if (facts.openKind === 'cancel') return 'The invoice is being canceled'
  if (!facts.orderExists) return 'The order no longer exists'
  if (facts.paymentAmount === null) return 'The payment no longer exists'
  if (asked.currency !== undefined && asked.currency !== facts.currency) {
    return `The invoice is in ${facts.currency}, not in ${asked.currency}`
  }
  if (asked.amount !== facts.amount) return 'The amount is not the invoice’s'
  const closed = whyClosed(facts)
  if (closed) return closed.reason
  if (hasChanged(facts)) return 'The order has changed since the invoice was issued'
  if (facts.amount > facts.owed) {
    return `The order no longer owes this sum, only ${toDecimal(facts.owed, facts.currency)} ${facts.currency}`
  }
  return facts.otherLive ? 'Another invoice of this payment is open or paid' : undefined
}

import type { Minor } from '@patchbay/contract/base/money'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'

export type CheckFacts = {
  status: InvoiceStatus | null
  failed: boolean
  openKind: OperationKind | null
  amount: Minor
  currency: string
  orderExists: boolean
  /** The payment's current amount; null when the payment is deleted. */
  paymentAmount: Minor | null
  unchanged: boolean
  otherLive: boolean
  /** The module has removed the shop that it is paid through. */
  shopGone: boolean
}

export type CheckAsked = { amount: Minor | undefined; currency: string | undefined }

/** D-51: whether the order has changed since the invoice was issued. */
export const isOutdated = ({ unchanged, paymentAmount, amount }: CheckFacts): boolean =>
  !unchanged || paymentAmount !== amount

/** P-06, P-19, D-43: why a check fails; undefined when it passes. Modules show the reason; a failed check cancels a real payment. */
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
  if (isOutdated(facts)) return 'The order has changed since the invoice was issued'
  // What is held already may still be charged.
  if (facts.shopGone && facts.status !== 'waitingForCapture')
    return 'The shop that it was to be paid through was removed'
  return facts.otherLive ? 'Another invoice of this payment is open or paid' : undefined
}

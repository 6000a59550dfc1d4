import { fromUnits, toUnits } from '@patchbay/sdk/money'
import { refuse } from '@patchbay/sdk/request'
import type { CreateInvoice } from '@patchbay/sdk/shapes'

type Status = 'pending' | 'succeeded' | 'canceled' | 'refundSucceeded'

export type Payment = CreateInvoice & {
  paymentId: string
  status: Status
  left: bigint
}

// A real module keeps them in a database. `left` is what can still be refunded, in whole units: in floats 0.1 + 0.2 is
// not 0.3.
const payments = new Map<string, Payment>()

export const peek = (paymentId: string): Payment | undefined => payments.get(paymentId)

/** `refuse` ends the request. The manager who clicked the button reads its text. */
export const find = (paymentId: string): Payment => peek(paymentId) ?? refuse('There is no such payment')

export const open = (invoice: CreateInvoice): Payment => {
  const paymentId = crypto.randomUUID()
  const payment: Payment = { ...invoice, paymentId, status: 'pending', left: toUnits(invoice.amount) ?? 0n }
  payments.set(paymentId, payment)
  return payment
}

export const cancel = (payment: Payment): void => {
  if (payment.status !== 'pending') refuse(`This payment is ${payment.status}`)
  payment.status = 'canceled'
}

/** Without an amount, everything that is left. Returns what was refunded. */
export const refund = (payment: Payment, amount: number | undefined): number => {
  if (payment.status !== 'succeeded') refuse(`This payment is ${payment.status}: there is nothing to refund`)
  const units = amount === undefined ? payment.left : (toUnits(amount) ?? 0n)
  if (units > payment.left) refuse(`Only ${fromUnits(payment.left)} are left to refund`)
  payment.left -= units
  if (payment.left === 0n) payment.status = 'refundSucceeded'
  return fromUnits(units)
}

import { isCurrentCurrency } from '@patchbay/contract/base/currencies'
import { compare, type Minor, ZERO } from '@patchbay/contract/base/money'

export type PayableSum = {
  amount: Minor
  /** What the order owes apart from this payment. */
  owed: Minor
  /** Its status counts as paid. */
  paid: boolean
}

/** P-02, D-90: no invoice in a currency that the module did not name, or that was withdrawn. A module without a list takes all. */
export const canInvoiceIn = (currency: string, ofModule: readonly string[]): boolean =>
  (ofModule.length === 0 || ofModule.includes(currency)) && isCurrentCurrency(currency)

/** D-87, D-89: why a payment cannot be invoiced; an invoice above what the order owes would fail its check. */
export const whyNotInvoiced = ({
  amount,
  owed,
  paid,
}: PayableSum): 'payment_paid' | 'payment_amount_zero' | 'payment_above_owed' | undefined => {
  if (paid) return 'payment_paid'
  if (compare(amount, ZERO) <= 0) return 'payment_amount_zero'
  return compare(amount, owed) > 0 ? 'payment_above_owed' : undefined
}

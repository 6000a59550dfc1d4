import type { DiscrepancyKind } from './workspace/discrepancies.ts'

export type { DiscrepancyKind }

/** D-42: the error text for the module that sent the report. The workspace has texts of its own. */
export const DISCREPANCY_REASONS: Readonly<Record<DiscrepancyKind, string>> = {
  'unknown-invoice': 'a module reported an invoice that does not exist',
  'foreign-invoice': 'a module reported an invoice of another module',
  'unknown-status': 'a module reported a status that does not exist',
  'wrong-amount': 'the amount in the report differs from the invoice',
  'wrong-currency': 'the currency in the report differs from the invoice',
  'too-early': 'the module skipped a status that must come first',
  'forbidden-move': 'the reported status is not allowed after the current one',
  'refund-too-large': 'the reported refund is larger than the charged amount',
  'refund-contradiction': 'the module reported the same refund as completed and as canceled',
  'missing-at-provider': 'the statement does not have this payment or refund',
  'unknown-to-us': 'the statement has a payment or refund that is not known here',
  'status-differs': 'the statement has a payment or refund that is not completed here',
  'amount-differs': 'the amount in the statement differs',
  'currency-differs': 'the currency in the statement differs',
  'order-payment-missing': 'the order has no payment for this invoice',
  'order-payment-differs': 'the payment of the order differs from the invoice',
  'duplicate-line': 'the statement has the same payment or refund twice',
}

/** D-42: who resolves a discrepancy when a later report does. Its stored text is not shown. */
export const RESOLVED_BY_SYSTEM = 'system'

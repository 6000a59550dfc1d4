import type { DiscrepancyKind } from '@patchbay/contract/payments/workspace/discrepancies'

export type { DiscrepancyKind }

/** D-42: the error text for the module that sent the report. The workspace has texts of its own. */
export const DISCREPANCY_REASONS: Readonly<Record<DiscrepancyKind, string>> = {
  'unknown-invoice': 'a module spoke of an invoice that does not exist',
  'foreign-invoice': 'a module spoke of an invoice of another module',
  'unknown-status': 'a module named a status that does not exist',
  'wrong-amount': 'the module’s amount is not the invoice’s',
  'wrong-currency': 'the module’s currency is not the invoice’s',
  'too-early': 'the module reported a status whose predecessor it has not reported',
  'forbidden-move': 'the module reported a status that cannot follow',
  'refund-too-large': 'the module reported a refund of more than was charged',
  'refund-contradiction': 'the module reported the same refund both as done and as canceled',
}

/** D-42: who resolves a discrepancy when a later report does. Its stored text is not shown. */
export const RESOLVED_BY_SYSTEM = 'system'

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
}

/** D-42: who resolves a discrepancy when a later report does. Its stored text is not shown. */
export const RESOLVED_BY_SYSTEM = 'system'

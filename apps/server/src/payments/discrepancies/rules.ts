export const DISCREPANCIES = {
  'unknown-invoice': 'a module reported an invoice that does not exist',
  'foreign-invoice': 'a module reported an invoice of another module',
  'unknown-status': 'a module reported a status that does not exist',
  'wrong-amount': 'the amount in the report differs from the invoice',
  'wrong-currency': 'the currency in the report differs from the invoice',
  'too-early': 'the module skipped a status that must come first',
  'forbidden-move': 'the reported status is not allowed after the current one',
  'refund-too-large': 'the reported refund is larger than the charged amount',
  'refund-contradiction': 'the module reported the same refund as completed and as canceled',
} as const

export type DiscrepancyKind = keyof typeof DISCREPANCIES

export const DISCREPANCIES = {
  'unknown-invoice': 'a module spoke of an invoice that does not exist',
  'foreign-invoice': 'a module spoke of an invoice of another module',
  'unknown-status': 'a module named a status that does not exist',
  'wrong-amount': 'the module’s amount is not the invoice’s',
  'wrong-currency': 'the module’s currency is not the invoice’s',
  'too-early': 'the module reported a status whose predecessor it has not reported',
  'forbidden-move': 'the module reported a status that cannot follow',
  'refund-too-large': 'the module reported a refund of more than was charged',
  'refund-contradiction': 'the module reported the same refund both as done and as canceled',
} as const

export type DiscrepancyKind = keyof typeof DISCREPANCIES

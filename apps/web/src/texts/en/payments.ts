import { plural } from '../plural.ts'

// Used only on the payments page and loaded with it (texts/payments.ts).

const count = plural('en')

export const payments = {
  fromReport: 'Invoices that a figure of a report counts',
  about: 'Invoices of all orders, by what they wait for.',
  lists: {
    awaiting: 'Awaiting payment',
    held: 'On hold',
    unknown: 'Result unknown',
    'needs-person': 'Needs a person',
    refunded: 'Refunded',
    all: 'All',
  },
  list: 'State',
  search: 'Order number or customer',
  module: 'Module',
  anyModule: 'All modules',
  least: 'Amount from',
  most: 'Amount to',
  order: 'Order',
  customer: 'Customer',
  status: 'Status',
  amount: 'Amount',
  when: 'Created',
  expires: (when: string) => `expires ${when}`,
  expired: 'hold expired',
  refunded: (amount: string) => `${amount} refunded`,
  operation: { approve: 'Approval', cancel: 'Cancellation', refund: 'Refund', create: 'Invoice' },
  operationState: {
    requested: 'being sent',
    sent: 'sent, not confirmed',
    accepted: 'in progress',
    unknown: 'result unknown',
    needs_human: 'needs a person',
  } as Record<string, string>,
  invoices: (number: number) => count(number, { one: 'invoice', other: 'invoices' }),
  sums: 'Totals',
  partial: 'Totals of the first 50,000 invoices. Choose a shorter period for exact totals',
  emptyTitle: 'No payments yet',
  emptyWhat: 'Invoices appear here when you issue them on an order.',
  history: 'History',
  openOrder: 'Open order',
}

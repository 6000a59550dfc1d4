import type { PaymentSearch } from '../invoice-list/search.ts'

type Target = { to: '/payments'; search: PaymentSearch }

/** The list of exactly the invoices that a figure counts. */
export const paymentTarget = (
  period: { from: string; to: string },
  currency: string,
  counted: NonNullable<PaymentSearch['counted']>,
  more: PaymentSearch = {},
): Target => ({ to: '/payments', search: { list: 'all', ...period, counted, currency, ...more } })

import { count, number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const LISTS = ['awaiting', 'held', 'unknown', 'needs-person', 'refunded', 'all'] as const

/** A decimal amount, as text: it is never converted to a float. */
const amount = (value: unknown): string | undefined => {
  const given = value === undefined ? '' : String(value).replace(',', '.')
  return /^\d{1,12}(\.\d{1,3})?$/.test(given) ? given : undefined
}

export const paymentSearch = searchParams({
  list: oneOf(...LISTS),
  /** The number of an order, or a customer. */
  find: text,
  from: text,
  to: text,
  site: text,
  module: text,
  manager: number,
  least: amount,
  most: amount,
  // What a figure of the report on payments counts.
  counted: oneOf('issued', 'converted', 'paid', 'held', 'refunded'),
  currency: text,
  type: text,
  paidOver: count,
  paidTo: count,
  /** The invoice that is open beside the list. */
  invoice: text,
})
export type PaymentSearch = SearchOf<typeof paymentSearch>

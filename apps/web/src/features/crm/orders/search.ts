import { number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const orderSearch = searchParams({
  /** A number, a customer or a product. */
  find: text,
  status: text,
  site: text,
  manager: number,
  customer: number,
  from: text,
  to: text,
  page: number,
  payment: oneOf('unpaid', 'partly', 'paid'),
  sort: oneOf('created', 'total', 'customer'),
  direction: oneOf('asc', 'desc'),
})
/** The pages of a sorted list have no numbers: each begins where the one before ended. */
export const isSorted = ({ sort, payment, find }: OrderSearch): boolean =>
  find === undefined && (sort !== undefined || payment !== undefined)

export type OrderSearch = SearchOf<typeof orderSearch>

/** What a link to the page of a new order may fill in. */
export const newOrderSearch = searchParams({ phone: text, customer: number, site: text })

import { number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

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
})
export type OrderSearch = SearchOf<typeof orderSearch>

/** What a link to the page of a new order may fill in. */
export const newOrderSearch = searchParams({ phone: text, customer: number, site: text })

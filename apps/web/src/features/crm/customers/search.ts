import { number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const customerSearch = searchParams({
  /** A name, a phone number or an email address. */
  find: text,
  site: text,
  manager: number,
  page: number,
})
export type CustomerSearch = SearchOf<typeof customerSearch>

/** Of the page for a new customer: the call card and telephone exchanges link to it. */
export const newCustomerSearch = searchParams({ phone: text })

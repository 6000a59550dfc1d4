import { number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const customerSearch = searchParams({
  /** A phone or an e-mail. */
  find: text,
  site: text,
  manager: number,
  page: number,
})
export type CustomerSearch = SearchOf<typeof customerSearch>

import { number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const orderSearch = searchParams({
  number: text,
  status: text,
  site: text,
  manager: number,
  customer: number,
  from: text,
  to: text,
  page: number,
})
export type OrderSearch = SearchOf<typeof orderSearch>

import { day, number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

/** One of the filters at a time. */
export const callReportSearch = searchParams({
  from: day,
  to: day,
  user: number,
  group: text,
  site: text,
  number: text,
  module: text,
})
export type CallReportSearch = SearchOf<typeof callReportSearch>

import { day, number, type SearchOf, searchParams } from '../../../lib/search.ts'

/** One of the filters at a time. */
export const chatReportSearch = searchParams({ from: day, to: day, user: number, channel: number })
export type ChatReportSearch = SearchOf<typeof chatReportSearch>

import { day, type SearchOf, searchParams, text } from '../../../lib/search.ts'

/** One of the filters at a time. */
export const paymentReportSearch = searchParams({ from: day, to: day, site: text, type: text, module: text })
export type PaymentReportSearch = SearchOf<typeof paymentReportSearch>

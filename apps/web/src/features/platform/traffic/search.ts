import { flag, number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const trafficSearch = searchParams({
  module: text,
  failed: flag,
  /** The exchange whose panel is open. */
  open: number,
})
export type TrafficFilter = Omit<SearchOf<typeof trafficSearch>, 'open'>

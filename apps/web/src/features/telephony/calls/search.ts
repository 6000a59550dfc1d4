import { flag, number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const RESULTS = ['answered', 'no answer', 'busy', 'failed', 'not allowed', 'unknown'] as const

export const callSearch = searchParams({
  of: oneOf('me'),
  missed: flag,
  phone: text,
  /** Words of a transcript. */
  said: text,
  manager: number,
  direction: oneOf('in', 'out'),
  result: oneOf(...RESULTS),
  site: text,
  recording: flag,
  from: text,
  to: text,
})
export type CallSearch = SearchOf<typeof callSearch>

/** Of the page of one call: the second at which the player begins. */
export const callPageSearch = searchParams({ at: number })

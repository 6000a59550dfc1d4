import { count, flag, number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

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
  // What a figure of the report on calls counts.
  handledBy: number,
  group: text,
  number: text,
  module: text,
  weekday: number,
  hour: count,
  waitedOver: count,
  waitedTo: count,
  returned: oneOf('yes', 'no'),
  returnedOver: count,
  returnedTo: count,
  firstContact: flag,
})
export type CallSearch = SearchOf<typeof callSearch>

/** The list was opened from a figure, with filters that the page has no field for. */
export const isCounted = (search: CallSearch): boolean =>
  [
    ...[search.handledBy, search.group, search.number, search.module, search.weekday, search.hour],
    ...[search.waitedOver, search.waitedTo, search.returned, search.returnedOver, search.returnedTo],
    search.firstContact,
  ].some((value) => value !== undefined)

/** Of the page of one call: the second at which the player begins. */
export const callPageSearch = searchParams({ at: number })

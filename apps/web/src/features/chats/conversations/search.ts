import { flag, number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const chatSearch = searchParams({
  /** Open ones without it. */
  state: oneOf('snoozed', 'closed'),
  mine: flag,
  unassigned: flag,
  unread: flag,
  find: text,
  message: number,
})
export type ChatSearch = SearchOf<typeof chatSearch>

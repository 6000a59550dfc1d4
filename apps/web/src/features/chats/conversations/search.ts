import { count, flag, number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const chatSearch = searchParams({
  /** Open ones without it. */
  state: oneOf('snoozed', 'closed'),
  mine: flag,
  unassigned: flag,
  unread: flag,
  find: text,
  message: number,
  // What a figure of the report on chats counts.
  counted: oneOf('opened', 'answered', 'closed', 'positive', 'negative', 'neutral', 'rated', 'waiting'),
  from: text,
  to: text,
  user: number,
  channel: number,
  weekday: number,
  hour: count,
  tookOver: count,
  tookTo: count,
})
export type ChatSearch = SearchOf<typeof chatSearch>

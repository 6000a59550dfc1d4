import { flag, number, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const chatSearch = searchParams({ mine: flag, unread: flag, find: text, message: number })
export type ChatSearch = SearchOf<typeof chatSearch>

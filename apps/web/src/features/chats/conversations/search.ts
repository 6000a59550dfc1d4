import { flag, type SearchOf, searchParams } from '../../../lib/search.ts'

export const chatSearch = searchParams({ mine: flag, unread: flag })
export type ChatSearch = SearchOf<typeof chatSearch>

import { type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const actionSearch = searchParams({ type: text, actor: text, since: text, until: text })
export type ActionFilter = SearchOf<typeof actionSearch>

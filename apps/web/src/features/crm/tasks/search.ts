import { oneOf, type SearchOf, searchParams } from '../../../lib/search.ts'

export const taskSearch = searchParams({ of: oneOf('all') })
export type TaskSearch = SearchOf<typeof taskSearch>

import { flag, oneOf, type SearchOf, searchParams } from '../../../lib/search.ts'

export const taskSearch = searchParams({ of: oneOf('all'), overdue: flag, new: flag })
export type TaskSearch = SearchOf<typeof taskSearch>

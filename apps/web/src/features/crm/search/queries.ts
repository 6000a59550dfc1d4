import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { search } from '../../../lib/endpoints.generated.ts'

type SearchQuery = InputOf<typeof search>['query']

/** Shorter texts find nothing. */
const SHORTEST = 2

export const searchQuery = (query: Omit<SearchQuery, 'limit'> & { limit?: number }) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: () => call(search, { query: query as SearchQuery }),
    enabled: query.text.trim().length >= SHORTEST,
  })

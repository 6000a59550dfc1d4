import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { searchMessages } from '../../../lib/endpoints.generated.ts'

/** Shorter texts find nothing. */
const SHORTEST = 2

export const messageSearchQuery = (text: string, limit: number) =>
  queryOptions({
    queryKey: ['chats', 'search', { text, limit }],
    queryFn: () => call(searchMessages, { query: { text, limit } }),
    enabled: text.trim().length >= SHORTEST,
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getVisitor } from '../../../lib/endpoints.generated.ts'

const MINUTE = 60_000

/** The transport is asked at most once a minute for an open conversation. */
export const visitorQuery = (chatId: number) =>
  queryOptions({
    queryKey: ['visitor', chatId],
    queryFn: () => call(getVisitor, { params: { id: chatId } }),
    staleTime: MINUTE,
    retry: false,
  })

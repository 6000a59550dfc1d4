import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listCustomerTimeline } from '../../../lib/endpoints.generated.ts'

const ENTRIES = 50

export const timelineQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['customers', id, 'timeline'],
    queryFn: ({ pageParam }) =>
      call(listCustomerTimeline, {
        params: { id },
        query: { limit: ENTRIES, ...(pageParam !== undefined && { before: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

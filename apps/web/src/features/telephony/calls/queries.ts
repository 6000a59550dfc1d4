import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getCall, listCalls } from '../../../lib/endpoints.generated.ts'

export const callsQuery = ({ userId, missed }: { userId?: number | undefined; missed?: boolean | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['calls', { userId, missed }],
    queryFn: ({ pageParam }) =>
      call(listCalls, {
        query: {
          ...(userId !== undefined && { userId }),
          ...(missed && { missed }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

export const customerCallsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['calls', { customerId }],
    queryFn: () => call(listCalls, { query: { customerId } }),
  })

export const callQuery = (id: number) =>
  queryOptions({ queryKey: ['calls', id], queryFn: () => call(getCall, { params: { id } }) })

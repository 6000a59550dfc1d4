import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listCalls } from '../../../lib/endpoints.generated.ts'

const PAGE = 50

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
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.startedAt),
  })

export const customerCallsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['calls', { customerId }],
    queryFn: () => call(listCalls, { query: { customerId } }),
  })

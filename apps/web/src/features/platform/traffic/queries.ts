import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listTraffic, resendExchange } from '../../../lib/endpoints.generated.ts'
import type { TrafficFilter } from './search.ts'

const PAGE = 100
const REFETCH_MS = 5_000

/** The query of the list, which an export takes too. */
export const trafficFilter = ({ module, failed }: TrafficFilter) => ({
  ...(module !== undefined && { module }),
  ...(failed && { onlyFailed: true }),
})

export const trafficQuery = ({ module, failed }: TrafficFilter) =>
  infiniteQueryOptions({
    queryKey: ['traffic', { module, failed }],
    queryFn: ({ pageParam }) =>
      call(listTraffic, {
        query: {
          ...trafficFilter({ module, failed }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ exchanges }) => (exchanges.length < PAGE ? undefined : exchanges.at(-1)?.id),
    staleTime: REFETCH_MS,
  })

/** One exchange, for a URL that names it: the newest one before the next id. */
export const exchangeQuery = (id: number) =>
  queryOptions({
    queryKey: ['traffic', 'one', id],
    queryFn: async () => {
      const { exchanges } = await call(listTraffic, { query: { before: id + 1 } })
      return exchanges.find((exchange) => exchange.id === id) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The result is a new exchange, which the list shows. */
export const useResend = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(resendExchange, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['traffic', {}] }),
  })
}

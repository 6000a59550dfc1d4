import { listTraffic } from '@patchbay/contract/platform/workspace/traffic'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type TrafficFilter = { module?: string | undefined; failed?: boolean | undefined }

const PAGE = 100
const FRESH_MS = 5_000

export const trafficQuery = ({ module, failed }: TrafficFilter) =>
  infiniteQueryOptions({
    queryKey: ['traffic', { module, failed }],
    queryFn: ({ pageParam }) =>
      call(listTraffic, {
        query: {
          ...(module !== undefined && { module }),
          ...(failed && { onlyFailed: true }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ exchanges }) => (exchanges.length < PAGE ? undefined : exchanges.at(-1)?.id),
    staleTime: FRESH_MS,
  })

/** One exchange, for an address that names it: the newest of those before the next. */
export const exchangeQuery = (id: number) =>
  queryOptions({
    queryKey: ['traffic', 'one', id],
    queryFn: async () => {
      const { exchanges } = await call(listTraffic, { query: { before: id + 1 } })
      return exchanges.find((exchange) => exchange.id === id) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

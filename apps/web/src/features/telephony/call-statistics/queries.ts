import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getCallStatistics } from '../../../lib/endpoints.generated.ts'
import type { CallReportSearch } from './search.ts'

/** Figures follow the calls by a second or so: the open page asks again. */
const REFRESH_MS = 5_000

export const callReportQuery = ({ from, to, user, group, site, number, module }: CallReportSearch) => {
  const query = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(user !== undefined && { userId: user }),
    ...(group !== undefined && { group }),
    ...(site !== undefined && { site }),
    ...(number !== undefined && { number }),
    ...(module !== undefined && { module }),
  }
  return queryOptions({
    queryKey: ['call-statistics', query],
    queryFn: () => call(getCallStatistics, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}

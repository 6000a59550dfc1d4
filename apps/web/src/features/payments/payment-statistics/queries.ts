import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getPaymentStatistics } from '../../../lib/endpoints.generated.ts'
import type { PaymentReportSearch } from './search.ts'

/** Figures follow the payments by a second or so: the open page asks again. */
const REFRESH_MS = 5_000

export const paymentReportQuery = ({ from, to, site, type, module }: PaymentReportSearch) => {
  const query = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(site !== undefined && { site }),
    ...(type !== undefined && { type }),
    ...(module !== undefined && { module }),
  }
  return queryOptions({
    queryKey: ['payment-statistics', query],
    queryFn: () => call(getPaymentStatistics, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}

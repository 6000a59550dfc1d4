import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getDailyPayments } from '../../../lib/endpoints.generated.ts'

export const dailyPaymentsQuery = queryOptions({
  queryKey: ['daily-payments'],
  queryFn: () => call(getDailyPayments, {}),
  staleTime: 0,
})

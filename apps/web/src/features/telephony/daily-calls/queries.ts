import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getDailyCalls } from '../../../lib/endpoints.generated.ts'

export const dailyCallsQuery = queryOptions({
  queryKey: ['daily-calls'],
  queryFn: () => call(getDailyCalls, {}),
  staleTime: 0,
})

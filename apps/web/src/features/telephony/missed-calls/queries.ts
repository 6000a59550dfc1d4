import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listMissedCalls } from '../../../lib/endpoints.generated.ts'

export const missedCallsQuery = queryOptions({
  queryKey: ['missed-calls'],
  queryFn: () => call(listMissedCalls, {}),
  staleTime: 0,
})

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listOpenCalls } from '../../../lib/endpoints.generated.ts'

export const openCallsQuery = queryOptions({
  queryKey: ['open-calls'],
  queryFn: () => call(listOpenCalls, {}),
  staleTime: 0,
})

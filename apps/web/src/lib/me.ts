import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { getMe } from './endpoints.generated.ts'

/** The signed-in user; every area needs it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(getMe, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

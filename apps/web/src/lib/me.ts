import { hasRole, type Role } from '@patchbay/contract/base/roles'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { getMe } from './endpoints.generated.ts'

/** The signed-in user; every area needs it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(getMe, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether the signed-in user has this role or a higher one. */
export const useHasRole = (needed: Role): boolean => hasRole(useSuspenseQuery(meQuery).data.me.role, needed)

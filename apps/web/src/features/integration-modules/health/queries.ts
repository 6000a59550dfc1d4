import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getModuleDetails, listModules } from '../../../lib/endpoints.generated.ts'

export const modulesQuery = queryOptions({ queryKey: ['modules'], queryFn: () => call(listModules, {}) })

const POLL_MS = 5_000

export const moduleQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code],
    queryFn: () => call(getModuleDetails, { params: { code } }),
    // An open circuit breaker closes within half a minute without a live event: poll.
    refetchInterval: ({ state: { data } }) => (data?.module.circuitOpenUntil ? POLL_MS : false),
  })

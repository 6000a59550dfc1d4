import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(getSecondFactor, {}),
})

export const useStartSecondFactor = () => useMutation({ mutationFn: () => call(startSecondFactor, {}) })

const useCodeMutation = <Reply>(send: (body: { code: string }) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => send({ code }),
    // Fetched, not only marked as stale: the way on depends on `me`, and the set-up page does not show it.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(secondFactorQuery),
        queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
      ]),
  })
}

export const useConfirmSecondFactor = () => useCodeMutation((body) => call(confirmSecondFactor, { body }))

export const useRenewRecoveryCodes = () => useCodeMutation((body) => call(renewRecoveryCodes, { body }))

export const useDisableSecondFactor = () => useCodeMutation((body) => call(disableSecondFactor, { body }))

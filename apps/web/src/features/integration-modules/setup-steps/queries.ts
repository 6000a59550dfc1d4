import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { hideSetupSteps, listSetupSteps } from '../../../lib/endpoints.generated.ts'

const REFETCH_MS = 30_000

/** A new key or channel has no live event, so an open page refetches now and then, until all is done. */
export const setupStepsQuery = queryOptions({
  queryKey: ['setup-steps'],
  queryFn: () => call(listSetupSteps, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.steps.length === 0 ? false : REFETCH_MS),
})

export const useHideSetup = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (hidden: boolean) => call(hideSetupSteps, { body: { hidden } }),
    onSuccess: () => queryClient.invalidateQueries(setupStepsQuery),
  })
}

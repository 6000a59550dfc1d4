import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { deleteSingleSignOn, getSingleSignOn, saveSingleSignOn } from '../../../lib/endpoints.generated.ts'

export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: () => call(getSingleSignOn, {}),
})

const useChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries(singleSignOnQuery) })
}

export const useSaveSingleSignOn = () =>
  useChange((body: InputOf<typeof saveSingleSignOn>['body']) => call(saveSingleSignOn, { body }))

export const useRemoveSingleSignOn = () => useChange(() => call(deleteSingleSignOn, {}))

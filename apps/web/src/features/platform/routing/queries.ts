import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changeRoutingSettings, getRoutingSettings, setShopGroup } from '../../../lib/endpoints.generated.ts'

export const routingQuery = queryOptions({ queryKey: ['routing'], queryFn: () => call(getRoutingSettings, {}) })

const useRoutingChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries(routingQuery) })
}

export const useSaveRouting = () =>
  useRoutingChange((body: InputOf<typeof changeRoutingSettings>['body']) => call(changeRoutingSettings, { body }))

export const useSetShopGroup = () =>
  useRoutingChange(({ code, group }: { code: string; group: string | null }) =>
    call(setShopGroup, { params: { code }, body: { ...(group !== null && { group }) } }),
  )

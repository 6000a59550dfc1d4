import type { Site, SiteEdit } from '@patchbay/contract/platform/shops'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listWorkspaceShops, saveWorkspaceShop } from '../../../lib/endpoints.generated.ts'

export type Shop = Site

export const shopsQuery = queryOptions({ queryKey: ['shops'], queryFn: () => call(listWorkspaceShops, {}) })

export const useSaveShop = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, isNew, shop }: { code: string; isNew: boolean; shop: SiteEdit }) =>
      call(saveWorkspaceShop, { params: { code }, body: { isNew, shop } }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['references'] })
      await queryClient.invalidateQueries(shopsQuery)
    },
  })
}

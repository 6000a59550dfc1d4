import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listUserExtensions, saveUserExtension } from '../../../lib/endpoints.generated.ts'

/** Under the key of the exchanges: what changes a module changes its extensions. */
export const extensionsQuery = queryOptions({
  queryKey: ['telephony', 'extensions'],
  queryFn: () => call(listUserExtensions, {}),
})

type Change = { module: string; extension: string }

export const useSaveExtensions = (userId: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: readonly Change[]) => {
      for (const body of changes) await call(saveUserExtension, { params: { id: userId }, body })
    },
    onSettled: () => queryClient.invalidateQueries(extensionsQuery),
  })
}

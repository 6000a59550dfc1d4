import type { RetentionChanges } from '@patchbay/contract/integration-modules/workspace/retention'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changeRetention, getRetention, previewRetention } from '../../../lib/endpoints.generated.ts'

export const retentionQuery = queryOptions({ queryKey: ['retention'], queryFn: () => call(getRetention, {}) })

export const usePreviewRetention = () =>
  useMutation({ mutationFn: (body: RetentionChanges) => call(previewRetention, { body }) })

export const useSaveRetention = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RetentionChanges) => call(changeRetention, { body }),
    onSuccess: (reply) => queryClient.setQueryData(retentionQuery.queryKey, reply),
  })
}

import type { EXPORT_LISTS } from '@patchbay/contract/base/constants'
import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { createExport, deleteExport, listExports } from '../../../lib/endpoints.generated.ts'

export type ExportListName = (typeof EXPORT_LISTS)[number]
export type NewExport = InputOf<typeof createExport>['body']

export const exportsQuery = queryOptions({ queryKey: ['exports'], queryFn: () => call(listExports, {}) })

export const useCreateExport = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewExport) => call(createExport, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['exports'] }),
  })
}

export const useDeleteExport = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteExport, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['exports'] }),
  })
}

export const exportFileUrl = (id: number): string => `/workspace/exports/${id}/file`

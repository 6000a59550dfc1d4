import type { ImportCommand, ImportEncoding, Separator } from '@patchbay/contract/crm/import-constants'
import type { Import, ImportOptions, ImportRow } from '@patchbay/contract/crm/workspace/imports'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  checkImport,
  commandImport,
  getImport,
  listImportRows,
  listImports,
  previewImport,
} from '../../../lib/endpoints.generated.ts'
import { uploadImport } from '../../../lib/upload.ts'

export type RowResult = NonNullable<ImportRow['checked'] | ImportRow['outcome']>

export const importsQuery = queryOptions({ queryKey: ['imports'], queryFn: () => call(listImports, {}) })

export const importQuery = (id: number) =>
  queryOptions({ queryKey: ['imports', id], queryFn: () => call(getImport, { params: { id } }) })

export type Format = { encoding?: ImportEncoding; separator?: Separator }

export const previewQuery = (id: number, format: Format) =>
  queryOptions({
    queryKey: ['imports', id, 'preview', format],
    queryFn: () => call(previewImport, { params: { id }, query: format }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const importRowsQuery = (id: number, result: RowResult) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', result],
    queryFn: ({ pageParam }) =>
      call(listImportRows, { params: { id }, query: { result, ...(pageParam !== undefined && { after: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  })

const useImportChange = <Input>(change: (input: Input) => Promise<{ import: Import }>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

export const useUploadImport = (onProgress: (part: number) => void) =>
  useImportChange(({ kind, file }: { kind: Import['kind']; file: File }) => uploadImport(kind, file, onProgress))

export const useCheckImport = (id: number) =>
  useImportChange((body: ImportOptions) => call(checkImport, { params: { id }, body }))

export const useCommandImport = (id: number) =>
  useImportChange((command: ImportCommand) => call(commandImport, { params: { id }, body: { command } }))

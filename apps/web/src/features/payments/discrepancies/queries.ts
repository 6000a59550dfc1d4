import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listDiscrepancies, resolveDiscrepancy } from '../../../lib/endpoints.generated.ts'

const PAGE = 100

export const discrepanciesQuery = (resolved: boolean) =>
  infiniteQueryOptions({
    queryKey: ['discrepancies', resolved],
    queryFn: ({ pageParam }) =>
      call(listDiscrepancies, { query: { resolved, ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ discrepancies }) => (discrepancies.length < PAGE ? undefined : discrepancies.at(-1)?.id),
  })

export const useResolveDiscrepancy = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, resolution }: { id: number; resolution: string }) =>
      call(resolveDiscrepancy, { params: { discrepancyId: id }, body: { resolution } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['discrepancies'] }),
  })
}

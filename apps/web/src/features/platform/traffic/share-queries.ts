import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listShares, readSharedExchange, revokeShare, shareExchange } from '../../../lib/endpoints.generated.ts'

export const sharesQuery = (id: number) =>
  queryOptions({ queryKey: ['traffic', 'shares', id], queryFn: () => call(listShares, { params: { id } }) })

const useShareChange = <Input, Reply>(id: number, change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries(sharesQuery(id)) })
}

export const useShare = (id: number) => useShareChange(id, (_: undefined) => call(shareExchange, { params: { id } }))

export const useRevokeShare = (id: number) =>
  useShareChange(id, (shareId: number) => call(revokeShare, { params: { id: shareId } }))

/** No retry: an expired or revoked link does not come back. */
export const sharedExchangeQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ['shared-exchange', shareToken],
    queryFn: () => call(readSharedExchange, { body: { shareToken } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

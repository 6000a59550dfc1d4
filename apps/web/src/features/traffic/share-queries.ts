import {
  listShares,
  readSharedExchange,
  revokeShare,
  shareExchange,
} from '@patchbay/contract/platform/workspace/traffic'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const sharesQuery = (id: number) =>
  queryOptions({ queryKey: ['traffic', 'shares', id], queryFn: () => call(listShares, { params: { id } }) })

const useShareChange = <Input, Reply>(id: number, change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries(sharesQuery(id)) })
}

export const useShare = (id: number) => useShareChange(id, (_: undefined) => call(shareExchange, { params: { id } }))

export const useEndShare = (id: number) =>
  useShareChange(id, (shareId: number) => call(revokeShare, { params: { id: shareId } }))

/** Refused once, refused for good: what is gone does not come back by asking again. */
export const sharedExchangeQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ['shared-exchange', shareToken],
    queryFn: () => call(readSharedExchange, { body: { shareToken } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

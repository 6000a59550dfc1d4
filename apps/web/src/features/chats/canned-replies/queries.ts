import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  createCannedReply,
  deleteCannedReply,
  editCannedReply,
  listCannedReplies,
} from '../../../lib/endpoints.generated.ts'

const FIVE_MINUTES = 300_000

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: () => call(listCannedReplies, {}),
  staleTime: FIVE_MINUTES,
})

const useReplyChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries(cannedRepliesQuery) })
}

export type ReplyDraft = InputOf<typeof createCannedReply>['body']

/** Without an id a new one is created. */
export const useSaveReply = (id: number | undefined) =>
  useReplyChange(
    ({ shared, ...body }: ReplyDraft): Promise<unknown> =>
      id === undefined
        ? call(createCannedReply, { body: { ...body, shared } })
        : call(editCannedReply, { params: { id }, body }),
  )

export const useDeleteReply = (id: number) =>
  useReplyChange((_: undefined) => call(deleteCannedReply, { params: { id } }))

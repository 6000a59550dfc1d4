import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listChannelRouting, listChatDecisions, saveChannelRouting } from '../../../lib/endpoints.generated.ts'

export const chatDecisionsQuery = (chatId: number) =>
  queryOptions({
    queryKey: ['chat-routing', chatId],
    queryFn: () => call(listChatDecisions, { params: { id: chatId } }),
  })

export const channelRoutingQuery = queryOptions({
  queryKey: ['channel-routing'],
  queryFn: () => call(listChannelRouting, {}),
})

export const useSaveChannelRouting = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & InputOf<typeof saveChannelRouting>['body']) =>
      call(saveChannelRouting, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries(channelRoutingQuery),
  })
}

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listChatTemplates } from '../../../lib/endpoints.generated.ts'

export const chatTemplatesQuery = (chatId: number) =>
  queryOptions({
    queryKey: ['chat-templates', chatId],
    queryFn: () => call(listChatTemplates, { params: { id: chatId } }),
  })

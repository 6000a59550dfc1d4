import type { LiveEvent } from '@patchbay/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Which of what we remember an event makes stale. */
const staleKeys = (event: LiveEvent): QueryKey[] => {
  switch (event.type) {
    case 'resync':
      return [[]]
    case 'module-changed':
      return [['modules']]
    case 'chat-changed':
      return [['chats'], ['chat', event.chatId]]
    case 'call-card':
    case 'call-card-withdrawn':
      return [['call-cards']]
    case 'user-status':
      return [['me'], ['users']]
    case 'order-changed':
      return [['orders'], ['invoices', event.id]]
    case 'invoice-changed':
      return [
        ['orders', event.orderId],
        ['invoices', event.orderId],
      ]
  }
}

/** Live events into the query cache. Events are hints: the truth is read again. */
export const useLive = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    const source = new EventSource('/workspace/live')
    source.onmessage = ({ data }: MessageEvent<string>) => {
      for (const queryKey of staleKeys(JSON.parse(data) as LiveEvent)) void queryClient.invalidateQueries({ queryKey })
    }
    return () => source.close()
  }, [queryClient])
}

import type { LiveEvent } from '@patchbay/contract/live'
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Which of what we remember an event makes stale. */
const staleKeys = (event: LiveEvent): QueryKey[] => {
  switch (event.type) {
    case 'resync':
      return [[]]
    case 'module-changed':
      return [['modules'], ['telephony'], ['webhooks']]
    case 'chat-changed':
      return [['chats'], ['chat', event.chatId], ['webhooks']]
    case 'call-card':
    case 'call-card-withdrawn':
      return [['call-cards'], ['calls'], ['customers'], ['tasks']]
    case 'calls-uploaded':
      return [['calls'], ['customers'], ['tasks']]
    case 'user-status':
      return [['me'], ['users'], ['colleagues']]
    case 'order-changed':
      return [['orders'], ['invoices', event.id], ['customers']]
    case 'invoice-changed':
      return [
        ['orders', event.orderId],
        ['invoices', event.orderId],
      ]
    // A page that was loaded before an update hears of what it does not know.
    default:
      return []
  }
}

const listeners = new Set<(event: LiveEvent) => void>()

/** For what must be seen as it happens, not only read again: a call that rings. */
export const useLiveEvent = (listener: (event: LiveEvent) => void): void => {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** What is being read for the first time may have been read before the event: once it is here, it is read again. */
const readAgain = (queryClient: QueryClient, queryKey: QueryKey): void => {
  const isFirst = {
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }: Query) => state.data === undefined,
  } as const
  for (const query of queryClient.getQueryCache().findAll(isFirst)) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, () => undefined)
  }
  void queryClient.invalidateQueries({ queryKey })
}

const RETRY_MS = 2_000

const follow = (queryClient: QueryClient, from: string, onConnected: (connected: boolean) => void): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heard = from
  const open = () => {
    source = new EventSource(`/workspace/live?from=${encodeURIComponent(heard)}`)
    source.onopen = () => onConnected(true)
    source.onerror = () => {
      onConnected(false)
      // The browser tries again by itself, unless the server refused; then we do.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    }
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      heard = lastEventId || heard
      const event = JSON.parse(data) as LiveEvent
      for (const queryKey of staleKeys(event)) readAgain(queryClient, queryKey)
      for (const listener of listeners) listener(event)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/** Live events into the query cache. Events are hints: the truth is read again. Says whether we are connected. */
export const useLive = (from: string): boolean => {
  const queryClient = useQueryClient()
  const [connected, setConnected] = useState(true)
  const [start] = useState(from)
  useEffect(() => follow(queryClient, start, setConnected), [queryClient, start])
  return connected
}

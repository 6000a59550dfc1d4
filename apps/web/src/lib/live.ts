import type { LiveEvent } from '@patchbay/contract/live'
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LiveKeys, staleKeys } from './live-keys.ts'

const listeners = new Set<(event: LiveEvent) => void>()

/** For events that are shown themselves, not only a reason to refetch: a ringing call. */
export const useLiveEvent = (listener: (event: LiveEvent) => void): void => {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** The first fetch, or that of a further page. */
const isLoading = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)

/**
 * A load under way may have read the state before the event, and a refetch would cancel that of a further page: once it is
 * done, fetch again.
 */
const refetch = (queryClient: QueryClient, queryKey: QueryKey): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate: isLoading })) {
    const invalidate = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(invalidate, () => undefined)
  }
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isLoading(query) })
}

const RETRY_MS = 2_000

type Following = { from: string; onConnected: (connected: boolean) => void; onEvent: (event: LiveEvent) => void }

const follow = ({ from, onConnected, onEvent }: Following): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = from
  const open = () => {
    source = new EventSource(`/workspace/live?from=${encodeURIComponent(lastId)}`)
    source.onopen = () => onConnected(true)
    source.onerror = () => {
      onConnected(false)
      // The browser reconnects by itself, except after an error response.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    }
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      lastId = lastEventId || lastId
      onEvent(JSON.parse(data) as LiveEvent)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/** Live events into the query cache. They are hints: what they make stale is fetched again. Returns whether we are connected. */
export const useLive = (from: string, features: readonly LiveKeys[]): boolean => {
  const queryClient = useQueryClient()
  const [connected, setConnected] = useState(true)
  const [start] = useState(from)
  useEffect(() => {
    const onEvent = (event: LiveEvent) => {
      for (const queryKey of staleKeys(features, event)) refetch(queryClient, queryKey)
      for (const listener of listeners) listener(event)
    }
    return follow({ from: start, onConnected: setConnected, onEvent })
  }, [queryClient, start, features])
  return connected
}

import type { LiveEvent } from '@patchbay/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { parseTexts } from './bidi.ts'
import { type LiveKeys, staleKeys } from './live-keys.ts'
import { createRefetch } from './refetch.ts'

const listeners = new Set<(event: LiveEvent) => void>()

/** For events that are shown themselves, not only a reason to refetch: a ringing call. */
export const useLiveEvent = (listener: (event: LiveEvent) => void): void => {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

const RETRY_MS = 2_000
/** The server sends a heartbeat every 15 seconds. A stream without three of them is dead, though the browser may not know. */
const SILENT_MS = 45_000
const LOOK_MS = 5_000

/** A wall gets more events, and does not make its user present. */
type LiveView = 'wall' | undefined

type Following = {
  from: string
  view: LiveView
  onConnected: (connected: boolean) => void
  onEvent: (event: LiveEvent) => void
}

const follow = ({ from, view, onConnected, onEvent }: Following): (() => void) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId: string | undefined
  let aliveAt = 0
  const markAlive = () => {
    aliveAt = performance.now()
  }
  const open = () => {
    const start = new URLSearchParams(lastId === undefined ? [['from', from]] : [['lastEventId', lastId]])
    source?.close()
    if (view) start.set('view', view)
    source = new EventSource(`/workspace/live?${start}`)
    markAlive()
    source.onopen = () => {
      markAlive()
      onConnected(true)
    }
    source.onerror = () => {
      onConnected(false)
      // The browser reconnects by itself, except after an error response.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    }
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      markAlive()
      lastId = lastEventId || lastId
      onEvent(parseTexts<LiveEvent>(data))
    }
    source.addEventListener('heartbeat', markAlive)
  }
  open()
  const watch = setInterval(() => {
    if (source?.readyState === EventSource.CLOSED || performance.now() - aliveAt < SILENT_MS) return
    onConnected(false)
    open()
  }, LOOK_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(watch)
    source?.close()
  }
}

/** Live events into the query cache. They are hints: what they make stale is fetched again. Returns whether we are connected. */
export const useLive = (from: string, features: readonly LiveKeys[], view?: LiveView): boolean => {
  const queryClient = useQueryClient()
  const [connected, setConnected] = useState(true)
  const [start] = useState(from)
  useEffect(() => {
    const refetch = createRefetch(queryClient, () => document.hidden)
    const onEvent = (event: LiveEvent) => {
      for (const queryKey of staleKeys(features, event)) refetch(queryKey)
      for (const listener of listeners) listener(event)
    }
    return follow({ from: start, view, onConnected: setConnected, onEvent })
  }, [queryClient, start, features, view])
  return connected
}

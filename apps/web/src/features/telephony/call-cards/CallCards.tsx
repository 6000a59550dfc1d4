import { Stack } from '@mantine/core'
import type { LiveEvent } from '@patchbay/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../../lib/lazy-component.ts'
import { useLiveEvent } from '../../../lib/live.ts'
import type { ShownCard } from './CallCardView.tsx'
import { withCard } from './open-cards.ts'
import { cardsQuery, reportCardShown } from './queries.ts'

const [CallCardView] = lazyComponent(() => import('./CallCardView.tsx'), 'CallCardView')

const GONE_MS = 6_000

/**
 * The open call cards of this user. A withdrawn card stays for a moment and says why, since somebody may be about to
 * answer.
 */
const useCards = () => {
  const queryClient = useQueryClient()
  const open = useQuery(cardsQuery).data?.cards ?? []
  const [gone, setGone] = useState<ShownCard[]>([])
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const withdrawn = useRef(new Map<number, number>())
  const onLiveEvent = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'call-card') {
        queryClient.setQueryData(cardsQuery.queryKey, (old) => ({
          success: true as const,
          cards: withCard(old?.cards ?? [], withdrawn.current, event.card),
        }))
      }
      if (event.type !== 'call-card-withdrawn') return
      withdrawn.current.set(event.callId, event.version)
      const was = queryClient.getQueryData(cardsQuery.queryKey)?.cards.find(({ callId }) => callId === event.callId)
      queryClient.setQueryData(
        cardsQuery.queryKey,
        (old) => old && { ...old, cards: old.cards.filter(({ callId }) => callId !== event.callId) },
      )
      if (!was) return
      setGone((all) => [...all.filter(({ card }) => card.callId !== event.callId), { card: was, gone: event.because }])
      setTimeout(() => setGone((all) => all.filter(({ card }) => card.callId !== event.callId)), GONE_MS)
    },
    [queryClient],
  )
  useLiveEvent(onLiveEvent)
  const shown: ShownCard[] = [
    ...open.map((card) => ({ card })),
    ...gone.filter(({ card }) => !open.some(({ callId }) => callId === card.callId)),
  ].filter(({ card }) => !hidden.has(card.callId))
  return { shown, hide: (callId: number) => setHidden(new Set([...hidden, callId])) }
}

const Card = ({ shown, onHide }: { shown: ShownCard; onHide: () => void }) => {
  const { callId } = shown.card
  useEffect(() => void reportCardShown(callId), [callId])
  return (
    <Suspense fallback={null}>
      <CallCardView shown={shown} onHide={onHide} />
    </Suspense>
  )
}

/** On every page, at its edge; it never takes the focus from a field. */
export const CallCards = () => {
  const { shown, hide } = useCards()
  if (shown.length === 0) return null
  return (
    <Stack
      gap="sm"
      pos="fixed"
      right={{ base: 8, sm: 24 }}
      top={64}
      w={{ base: 'calc(100vw - 16px)', sm: 360 }}
      mah="calc(100vh - 80px)"
      style={{ zIndex: 150, overflowY: 'auto' }}
      aria-live="polite"
    >
      {shown.map((one) => (
        <Card key={one.card.callId} shown={one} onHide={() => hide(one.card.callId)} />
      ))}
    </Stack>
  )
}

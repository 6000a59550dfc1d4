import { Stack } from '@mantine/core'
import type { LiveEvent } from '@patchbay/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLiveEvent } from '../../lib/live.ts'
import type { CardShown } from './CallCardView.tsx'
import { withCard } from './open-cards.ts'
import { cardsQuery, tellShown } from './queries.ts'

const CallCardView = lazy(async () => ({ default: (await import('./CallCardView.tsx')).CallCardView }))

const GONE_MS = 6_000

/**
 * The cards that the server holds open for this person. A card that is taken back stays a moment and says why: whoever
 * was about to answer should not wonder.
 */
const useCards = () => {
  const queryClient = useQueryClient()
  const open = useQuery(cardsQuery).data?.cards ?? []
  const [gone, setGone] = useState<CardShown[]>([])
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const takenBack = useRef(new Map<number, number>())
  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'call-card') {
        queryClient.setQueryData(cardsQuery.queryKey, (old) => ({
          success: true as const,
          cards: withCard(old?.cards ?? [], takenBack.current, event.card),
        }))
      }
      if (event.type !== 'call-card-withdrawn') return
      takenBack.current.set(event.callId, event.version)
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
  useLiveEvent(hear)
  const shown: CardShown[] = [
    ...open.map((card) => ({ card })),
    ...gone.filter(({ card }) => !open.some(({ callId }) => callId === card.callId)),
  ].filter(({ card }) => !hidden.has(card.callId))
  return { shown, hide: (callId: number) => setHidden(new Set([...hidden, callId])) }
}

const Card = ({ shown, onHide }: { shown: CardShown; onHide: () => void }) => {
  const { callId } = shown.card
  useEffect(() => void tellShown(callId), [callId])
  return (
    <Suspense fallback={null}>
      <CallCardView shown={shown} onHide={onHide} />
    </Suspense>
  )
}

/** On every page, at its edge: it never takes the focus from what somebody is typing. */
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

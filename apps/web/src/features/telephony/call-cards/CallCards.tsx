import { Stack } from '@mantine/core'
import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../../../lib/lazy-component.ts'
import { reportCardShown } from './queries.ts'
import { type ShownCard, useCards } from './use-cards.ts'

const [CallCardView] = lazyComponent(() => import('./CallCardView.tsx'), 'CallCardView')

type CardProps = { shown: ShownCard } & Omit<ReturnType<typeof useCards>, 'shown'>

const Card = ({ shown, type, saved, dismiss, hide }: CardProps) => {
  const { callId } = shown.card
  const { isWrapUp } = shown
  useEffect(() => {
    if (!isWrapUp) void reportCardShown(callId)
  }, [callId, isWrapUp])
  return (
    <Suspense fallback={null}>
      <CallCardView
        shown={shown}
        onType={(text) => type(shown, text)}
        onSaved={(note) => saved(callId, note)}
        onHide={() => (isWrapUp ? dismiss(callId) : hide(callId))}
      />
    </Suspense>
  )
}

/** On every page, at its edge; it never takes the focus from a field. */
export const CallCards = () => {
  const { shown, ...actions } = useCards()
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
        <Card key={one.card.callId} shown={one} {...actions} />
      ))}
    </Stack>
  )
}

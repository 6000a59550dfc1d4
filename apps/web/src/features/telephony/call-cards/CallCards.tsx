import { type ComponentType, Suspense, useRef } from 'react'
import { type Cards, useCards } from './use-cards.ts'

/** On every page. The cards themselves are loaded with the first call, and stay: an order may be in progress. */
export const CallCards = ({ desk: Desk }: { desk: ComponentType<{ cards: Cards }> }) => {
  const cards = useCards()
  const isLoaded = useRef(false)
  if (cards.shown.length > 0) isLoaded.current = true
  return isLoaded.current ? (
    <Suspense fallback={null}>
      <Desk cards={cards} />
    </Suspense>
  ) : null
}

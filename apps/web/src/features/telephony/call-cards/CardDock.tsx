import { VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './CardDock.module.css'
import type { ShownCard } from './gone-cards.ts'

const idOf = (callId: number): string => `call-card-${callId}`

/** For what was opened from a card and is finished. */
export const focusCard = (callId: number): void => document.getElementById(idOf(callId))?.focus()

type CardPlace = {
  id: string
  /** On narrow screens only one card is expanded. */
  isExpanded: boolean
  onToggle: () => void
}

/** Read out once for each call that begins to ring. */
const Announcement = ({ shown }: { shown: readonly ShownCard[] }) => {
  const { calls } = useTexts()
  const ringing = shown.findLast(({ card, gone }) => gone === undefined && card.state === 'ringing')?.card
  const who = ringing && (ringing.customers[0]?.name || ringing.phone)
  return (
    <VisuallyHidden role="status">
      {ringing && `${ringing.direction === 'in' ? calls.incoming : calls.outgoing}: ${who}`}
    </VisuallyHidden>
  )
}

/**
 * The column of call cards, or on narrow screens the bars. It never takes the focus from a field: F2 moves it to the next
 * card, and Escape back to where it was.
 */
export const CardDock = ({
  shown,
  children,
}: {
  shown: readonly ShownCard[]
  children: (card: ShownCard, place: CardPlace) => ReactNode
}) => {
  const [expanded, setExpanded] = useState<number>()
  const dock = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const goToNext = () => {
    const focused = document.activeElement
    if (!dock.current?.contains(focused)) cameFrom.current = focused
    const current = shown.findIndex(({ card }) => document.getElementById(idOf(card.callId))?.contains(focused))
    const next = shown[(current + 1) % shown.length]
    if (!next) return
    flushSync(() => setExpanded(next.card.callId))
    focusCard(next.card.callId)
  }
  const goBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  useHotkeys([['F2', goToNext]], [], true)
  if (shown.length === 0) return null
  return (
    <aside ref={dock} className={`call-dock ${styles.dock}`} onKeyDown={goBack}>
      <Announcement shown={shown} />
      {shown.map((one) => {
        const { callId } = one.card
        const isExpanded = expanded === callId
        const toggle = () => setExpanded(isExpanded ? undefined : callId)
        return children(one, { id: idOf(callId), isExpanded, onToggle: toggle })
      })}
    </aside>
  )
}

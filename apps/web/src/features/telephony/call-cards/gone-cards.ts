import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { useCallback, useRef, useState } from 'react'
import type { Ending, WrapUp } from './wrap-ups.ts'

export type ShownCard = {
  card: CallCard
  /** The note as it is typed. */
  text: string
  gone?: WrapUp['gone']
  /** The call is over and the note is not: the card stays until the user saves or dismisses it. */
  isWrapUp: boolean
} & Ending

const GONE_MS = 6_000
/** Missed calls stay until they are hidden; more would fill the screen, and each has a task. */
const MOST_MISSED = 3

/** With this card instead of an earlier one of the call, and without the oldest missed calls. */
export const withGone = (cards: readonly ShownCard[], card: ShownCard): ShownCard[] => {
  const all = [...cards.filter((one) => one.card.callId !== card.card.callId), card]
  const dropped = all.filter(({ missed }) => missed).slice(0, -MOST_MISSED)
  return all.filter((one) => !dropped.includes(one))
}

/** Cards that were withdrawn: missed calls, and others for a moment, unless a form is open in them. */
export const useGoneCards = () => {
  const [gone, setGone] = useState<ShownCard[]>([])
  const held = useRef(new Set<number>())
  const expireLater = useCallback((callId: number) => {
    const stays = ({ card, missed }: ShownCard) => card.callId !== callId || missed === true || held.current.has(callId)
    setTimeout(() => setGone((all) => all.filter(stays)), GONE_MS)
  }, [])
  const addGone = useCallback(
    (card: ShownCard) => {
      setGone((all) => withGone(all, card))
      expireLater(card.card.callId)
    },
    [expireLater],
  )
  return {
    gone,
    setGone,
    addGone,
    /** A form is open in the card: it does not expire. */
    hold: (callId: number) => void held.current.add(callId),
    release: (callId: number) => {
      held.current.delete(callId)
      expireLater(callId)
    },
  }
}

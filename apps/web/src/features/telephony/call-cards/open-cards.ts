import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'

/** Calls whose card was withdrawn, each with the version of that event. */
export type Withdrawn = ReadonlyMap<number, number>

/**
 * The open cards after one more event. Events may arrive late or twice (Redis may time out after publishing): an older
 * version never replaces a newer one, nor reopens a withdrawn card.
 */
export const withCard = (cards: readonly CallCard[], withdrawn: Withdrawn, card: CallCard): CallCard[] => {
  const others = cards.filter(({ callId }) => callId !== card.callId)
  const known = cards.find(({ callId }) => callId === card.callId)
  const isLate = (withdrawn.get(card.callId) ?? -1) >= card.version
  if (isLate || (known && known.version > card.version)) return [...cards]
  return [...others, card]
}

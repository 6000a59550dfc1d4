import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'

/** Calls whose card was taken back, each with the version that did it. */
export type TakenBack = ReadonlyMap<number, number>

/**
 * The open cards after one more came. Words about a call may come late or twice, when Redis was too slow to say whether it
 * had passed them on: an older one never undoes a newer one, nor brings back a card that was taken back.
 */
export const withCard = (cards: readonly CallCard[], takenBack: TakenBack, card: CallCard): CallCard[] => {
  const others = cards.filter(({ callId }) => callId !== card.callId)
  const known = cards.find(({ callId }) => callId === card.callId)
  const isLate = (takenBack.get(card.callId) ?? -1) >= card.version
  if (isLate || (known && known.version > card.version)) return [...cards]
  return [...others, card]
}

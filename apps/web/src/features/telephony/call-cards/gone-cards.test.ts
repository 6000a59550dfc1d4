import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { expect, it } from 'vitest'
import { type ShownCard, withGone } from './gone-cards.ts'

const gone = (callId: number, missed = false): ShownCard => ({
  card: { callId } as CallCard,
  text: '',
  gone: 'ended',
  isWrapUp: false,
  missed,
})
const ids = (cards: ShownCard[]) => cards.map(({ card }) => card.callId)

it('shows a call once, as it was withdrawn last', () => {
  expect(withGone([gone(1), gone(2)], gone(1, true))).toEqual([gone(2), gone(1, true)])
})

it('keeps the latest three missed calls, and all others', () => {
  const cards = [gone(1, true), gone(2), gone(3, true), gone(4, true)]
  expect(ids(withGone(cards, gone(5, true)))).toEqual([2, 3, 4, 5])
  expect(ids(withGone(cards, gone(5)))).toEqual([1, 2, 3, 4, 5])
})

import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { expect, it } from 'vitest'
import { withCard } from './open-cards.ts'

const card = (callId: number, version: number) => ({ callId, version }) as CallCard
const nothing = new Map<number, number>()

it('adds a card, and puts a newer word about a call in the place of an older one', () => {
  expect(withCard([card(1, 1)], nothing, card(2, 1))).toEqual([card(1, 1), card(2, 1)])
  expect(withCard([card(1, 1)], nothing, card(1, 2))).toEqual([card(1, 2)])
})

it('shows a card that came twice once, and lets no late word undo a newer one', () => {
  expect(withCard([card(1, 1)], nothing, card(1, 1))).toEqual([card(1, 1)])
  expect(withCard([card(1, 2)], nothing, card(1, 1))).toEqual([card(1, 2)])
})

it('does not bring back a card that was taken back, unless the call rings anew', () => {
  const takenBack = new Map([[1, 2]])
  expect(withCard([], takenBack, card(1, 1))).toEqual([])
  expect(withCard([], takenBack, card(1, 3))).toEqual([card(1, 3)])
})

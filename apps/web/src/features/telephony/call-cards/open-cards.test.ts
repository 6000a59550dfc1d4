import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { expect, it } from 'vitest'
import { withCard } from './open-cards.ts'

const card = (callId: number, version: number) => ({ callId, version }) as CallCard
const none = new Map<number, number>()

it('adds a card, and replaces a card with a newer version', () => {
  expect(withCard([card(1, 1)], none, card(2, 1))).toEqual([card(1, 1), card(2, 1)])
  expect(withCard([card(1, 1)], none, card(1, 2))).toEqual([card(1, 2)])
})

it('ignores a duplicate and an older version', () => {
  expect(withCard([card(1, 1)], none, card(1, 1))).toEqual([card(1, 1)])
  expect(withCard([card(1, 2)], none, card(1, 1))).toEqual([card(1, 2)])
})

it('does not reopen a withdrawn card, unless the call rings again', () => {
  const withdrawn = new Map([[1, 2]])
  expect(withCard([], withdrawn, card(1, 1))).toEqual([])
  expect(withCard([], withdrawn, card(1, 3))).toEqual([card(1, 3)])
})

import { describe, expect, it } from 'vitest'
import { callCard } from '../../../texts/en/call-card.ts'
import { en } from '../../../texts/en/index.ts'
import { reasonFor, stateOf } from './card-texts.ts'

describe('stateOf', () => {
  const of = (shown: Parameters<typeof stateOf>[0]) => stateOf(shown, callCard, en.calls)
  const card = { state: 'talking' } as const

  it('says what the call does, or why its card was withdrawn', () => {
    expect(of({ card })).toEqual({ tone: 'good', text: 'Talking' })
    expect(of({ card: { state: 'ringing' } })).toEqual({ tone: 'info', text: 'Ringing' })
    expect(of({ card, gone: 'answered elsewhere' })).toEqual({ tone: 'calm', text: 'Answered elsewhere' })
  })

  it('[D-25] says that a call was missed, not only that it ended', () => {
    expect(of({ card, gone: 'ended' })).toEqual({ tone: 'calm', text: 'Call ended' })
    expect(of({ card, gone: 'ended', missed: true })).toEqual({ tone: 'bad', text: 'Missed' })
  })
})

describe('reasonFor', () => {
  const [ME, COLLEAGUE] = [7, 8]
  const rings = [
    { userId: COLLEAGUE, name: 'Bruno', why: ['ring group' as const] },
    { userId: ME, name: 'Ada', code: '101', why: ['extension' as const, 'order' as const] },
  ]

  it('[T-15][D-30] gives all reasons of this user', () => {
    expect(reasonFor({ direction: 'in', rings }, ME, callCard, 'en')).toBe(
      'Rings here because your extension 101 was dialled and you manage the open order.',
    )
    expect(reasonFor({ direction: 'in', rings }, COLLEAGUE, callCard, 'en')).toBe(
      'Rings here because it rings for your group.',
    )
  })

  it('gives none for an outgoing call, nor for a user at whom it does not ring', () => {
    expect(reasonFor({ direction: 'out', rings }, ME, callCard, 'en')).toBeUndefined()
    expect(reasonFor({ direction: 'in', rings }, 9, callCard, 'en')).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import type { Reaction } from '../reactions/rules.ts'
import { presentReactions } from './view.ts'

describe('presentReactions', () => {
  const reaction = (userId: number | null, emoji: string, second: number): Reaction => ({
    messageId: 1,
    userId,
    emoji,
    key: emoji.replaceAll('\uFE0F', ''),
    firstUse: second,
    at: new Date(second * 1000),
  })

  it('[D-68] shows reactions in the order of first use, with who reacted', () => {
    const reactions = [reaction(2, '👍', 1), reaction(null, '🔥', 2), reaction(1, '👍', 3), reaction(null, '👍', 4)]
    expect(presentReactions(reactions)).toEqual([
      { reaction: '👍', byClient: true, userIds: [2, 1], at: '1970-01-01T00:00:01.000Z' },
      { reaction: '🔥', byClient: true, userIds: [], at: '1970-01-01T00:00:02.000Z' },
    ])
  })

  it('[D-65][D-68] shows an emoji as first received, and the customer only if they reacted', () => {
    expect(presentReactions([reaction(1, '❤️', 1), reaction(2, '❤', 2)])).toEqual([
      { reaction: '❤️', byClient: false, userIds: [1, 2], at: '1970-01-01T00:00:01.000Z' },
    ])
  })
})

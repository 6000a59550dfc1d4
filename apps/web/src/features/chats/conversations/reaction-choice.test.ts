import { describe, expect, it } from 'vitest'
import { choiceFor, reactionsAfter } from './reaction-choice.ts'

const [ME, OTHER] = [1, 2]
const held = (reaction: string, userIds: number[], byClient = false) => ({
  reaction,
  byClient,
  userIds,
  at: '2026-02-03T10:00:00Z',
})

describe('choiceFor', () => {
  const choose = (reactions: ReturnType<typeof held>[], emoji: string, maxReactions: number) =>
    choiceFor(reactions, emoji, { myId: ME, maxReactions })

  it('[D-67] adds while there is room, and removes one’s own', () => {
    expect(choose([held('👍', [OTHER])], '🔥', 2)).toEqual({ kind: 'add', replaces: undefined })
    expect(choose([held('👍', [OTHER, ME])], '👍', 2)).toEqual({ kind: 'remove' })
    expect(choose([held('❤', [ME])], '❤️', 1)).toEqual({ kind: 'remove' })
  })

  it('[D-67] replaces the only one where there is room for one, and asks which where there is room for more', () => {
    expect(choose([held('👍', [OTHER])], '🔥', 1)).toEqual({ kind: 'add', replaces: '👍' })
    expect(choose([held('👍', [OTHER]), held('❤', [ME])], '🔥', 2)).toEqual({ kind: 'choose which to replace' })
  })

  it('[D-67] joins a colleague’s emoji on a full message, and does not count the customer’s', () => {
    expect(choose([held('👍', [OTHER]), held('❤', [ME])], '👍', 2)).toEqual({ kind: 'add', replaces: undefined })
    expect(choose([held('👍', [], true), held('❤', [ME])], '🔥', 2)).toEqual({ kind: 'add', replaces: undefined })
  })
})

describe('reactionsAfter', () => {
  const after = (reactions: ReturnType<typeof held>[], change: Parameters<typeof reactionsAfter>[1]) =>
    reactionsAfter({ reactions }, change, ME).map(({ reaction, userIds, byClient }) => [reaction, userIds, byClient])

  it('[D-68] a new one stands last, a joined one keeps its place and form', () => {
    const reactions = [held('❤', [OTHER]), held('👍', [OTHER])]
    expect(after(reactions, { reaction: '🔥' }).at(-1)).toEqual(['🔥', [ME], false])
    expect(after(reactions, { reaction: '❤️' })[0]).toEqual(['❤', [OTHER, ME], false])
    expect(after([held('👍', [], true)], { reaction: '👍' })).toEqual([['👍', [ME], true]])
  })

  it('[D-67] a replaced one goes for all users and stays for the customer', () => {
    expect(after([held('👍', [OTHER, ME]), held('❤', [OTHER])], { reaction: '🔥', replaces: '👍' })).toEqual([
      ['❤', [OTHER], false],
      ['🔥', [ME], false],
    ])
    expect(after([held('👍', [OTHER], true)], { reaction: '🔥', replaces: '👍' })[0]).toEqual(['👍', [], true])
  })

  it('[D-67] a removed one stays while somebody else holds it', () => {
    expect(after([held('👍', [OTHER, ME])], { reaction: '👍', remove: true })).toEqual([['👍', [OTHER], false]])
    expect(after([held('👍', [ME])], { reaction: '👍', remove: true })).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { presentReactions } from '../conversations/view.ts'
import { type Decision, decideSet, decideUnset, type Reaction, userReactions } from './rules.ts'

const [ADA, BRUNO] = [1, 2]
const at = new Date(0)
const held = (...reactions: [number | null, string][]): Reaction[] =>
  reactions.map(([userId, emoji]) => ({ messageId: 1, userId, emoji, key: emoji.replaceAll('\uFE0F', ''), at }))
const set = (
  reactions: Reaction[],
  emoji: string,
  more: { by?: number; replaces?: string; limits?: { max_count?: number; dictionary?: string[] } } = {},
): Decision => decideSet(reactions, { userId: more.by ?? ADA, emoji, replaces: more.replaces }, more.limits)

it('[C-02] refuses what is not in the dictionary; without a dictionary any emoji goes', () => {
  expect(set([], '🔥', { limits: { dictionary: ['👍'] } })).toMatchObject({
    ok: false,
    code: 'emoji_not_in_dictionary',
  })
  expect(set([], '❤', { limits: { dictionary: ['❤️'] } })).toMatchObject({ ok: true })
  expect(set([], '🔥')).toMatchObject({ ok: true })
  expect(set([], 'fire')).toMatchObject({ ok: false, code: 'emoji_unknown' })
})

it('[C-03][D-67] with room for one, and that is the default, a new reaction takes the place of the old', () => {
  expect(set(held([BRUNO, '👍']), '🔥')).toEqual({
    ok: true,
    add: true,
    drop: ['👍'],
    change: { newReaction: '🔥', oldReaction: '👍', all: ['🔥'] },
  })
})

it('[C-03][D-67] with room for more, a full message refuses unless the one to replace is named', () => {
  const limits = { max_count: 2 }
  const full = held([ADA, '👍'], [BRUNO, '🔥'])
  expect(set(held([ADA, '👍']), '🔥', { limits })).toMatchObject({ change: { newReaction: '🔥', all: ['👍', '🔥'] } })
  expect(set(full, '😀', { limits })).toEqual({ ok: false, code: 'reactions_full', values: { max: 2 } })
  expect(set(full, '😀', { limits, replaces: '👍' })).toMatchObject({
    drop: ['👍'],
    change: { newReaction: '😀', oldReaction: '👍', all: ['🔥', '😀'] },
  })
  expect(set(full, '😀', { limits, replaces: '🎉' })).toMatchObject({ ok: false, code: 'reaction_absent' })
  expect(set([], '😀', { limits: { max_count: 0 } })).toMatchObject({ ok: false, code: 'reactions_full' })
})

it('[C-03][D-67] counts distinct reactions, and not those of the client', () => {
  const limits = { max_count: 2 }
  const reactions = held([null, '🎉'], [null, '😀'], [ADA, '👍'], [BRUNO, '👍'])
  expect(set(reactions, '🔥', { limits })).toMatchObject({ ok: true, drop: [], change: { all: ['👍', '🔥'] } })
})

it('[D-67] a repeat changes nothing, and a second user of the same emoji changes nothing for the transport', () => {
  expect(set(held([ADA, '❤']), '❤️')).toEqual({ ok: true, add: false, drop: [], change: undefined })
  expect(set(held([BRUNO, '👍']), '👍')).toEqual({ ok: true, add: true, drop: [], change: undefined })
  // The same replacement once more, after its answer was lost.
  expect(set(held([ADA, '🔥']), '🔥', { replaces: '👍' })).toMatchObject({ add: false, change: undefined })
})

it('[C-12] a user takes back their own, and the transport hears of it when it was the last', () => {
  expect(decideUnset(held([ADA, '👍'], [BRUNO, '🔥']), ADA, '👍')).toMatchObject({
    drop: ['👍'],
    change: { oldReaction: '👍', all: ['🔥'] },
  })
  expect(decideUnset(held([ADA, '👍'], [BRUNO, '👍']), ADA, '👍')).toMatchObject({ drop: ['👍'], change: undefined })
  expect(decideUnset(held([BRUNO, '👍'], [null, '👍']), ADA, '👍')).toMatchObject({ drop: [], change: undefined })
})

it('[C-14] the system’s side holds what users hold, each emoji once, as it first came', () => {
  const reactions = held([null, '🎉'], [BRUNO, '❤'], [ADA, '👍'], [ADA, '❤️'])
  expect(userReactions(reactions).map(({ emoji }) => emoji)).toEqual(['❤', '👍'])
})

it('[D-68] shows reactions in the order of first use, with who reacted', () => {
  const reactions = held([BRUNO, '👍'], [null, '🔥'], [ADA, '👍'], [null, '👍'])
  expect(presentReactions(reactions)).toMatchObject([
    { reaction: '👍', byClient: true, userIds: [BRUNO, ADA] },
    { reaction: '🔥', byClient: true, userIds: [] },
  ])
})

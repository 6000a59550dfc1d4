import { describe, expect, it } from 'vitest'
import {
  type Decision,
  decideSet,
  decideUnset,
  findCustomerReaction,
  isNewForCustomer,
  type Reaction,
  reactionEvent,
  userReactions,
} from './rules.ts'

const [ADA, BRUNO] = [1, 2]
const held = (...reactions: [number | null, string][]): Reaction[] =>
  reactions.map(([userId, emoji]) => ({
    messageId: 1,
    userId,
    emoji,
    key: emoji.replaceAll('\uFE0F', ''),
    at: new Date(0),
  }))

describe('userReactions', () => {
  it('[C-14] the system’s side holds what users hold, each emoji once, as it first came', () => {
    const reactions = held([null, '🎉'], [BRUNO, '❤'], [ADA, '👍'], [ADA, '❤️'])
    expect(userReactions(reactions)).toEqual([
      { key: '❤', emoji: '❤' },
      { key: '👍', emoji: '👍' },
    ])
  })

  it('[C-14] the system’s side is empty where only the client has reacted', () => {
    expect(userReactions(held([null, '🎉']))).toEqual([])
  })
})

describe('decideSet', () => {
  type More = { by?: number; replaces?: string; limits?: { max_count?: number; dictionary?: string[] } }
  const set = (reactions: Reaction[], emoji: string, { by = ADA, replaces, limits }: More = {}): Decision =>
    decideSet(reactions, { userId: by, emoji, replaces }, limits)
  const refused = (code: string, values?: object) => ({ ok: false, code, ...(values && { values }) })

  it('[C-02] refuses what is not in the dictionary; without a dictionary any emoji goes', () => {
    expect(set([], '🔥', { limits: { dictionary: ['👍'] } })).toEqual(
      refused('emoji_not_in_dictionary', { reaction: '🔥' }),
    )
    expect(set([], '❤', { limits: { dictionary: ['❤️'] } })).toMatchObject({ ok: true })
    expect(set([], '🔥', { limits: { dictionary: ['👍', '🔥'] } })).toMatchObject({ ok: true })
    expect(set([], '🔥', { limits: { dictionary: [] } })).toMatchObject(refused('emoji_not_in_dictionary'))
    expect(set([], '🔥')).toMatchObject({ ok: true })
  })

  it('[D-65] refuses what is no emoji, before it asks anything else', () => {
    expect(set([], 'fire')).toEqual(refused('emoji_unknown'))
    expect(set(held([ADA, 'fire']), 'fire', { limits: { dictionary: ['fire'] } })).toEqual(refused('emoji_unknown'))
  })

  it('[C-02] an own reaction that has left the dictionary meanwhile can be repeated, and that of others not joined', () => {
    const limits = { dictionary: ['👍'] }
    expect(set(held([ADA, '🔥']), '🔥', { limits })).toEqual({ ok: true, add: false, drop: [], change: undefined })
    expect(set(held([BRUNO, '🔥']), '🔥', { limits })).toMatchObject(refused('emoji_not_in_dictionary'))
  })

  it('[C-10] the first reaction is added, and the transport gets a new one, no old one, and all', () => {
    expect(set([], '🔥')).toStrictEqual({ ok: true, add: true, drop: [], change: { newReaction: '🔥', all: ['🔥'] } })
    expect(set(held([null, '👍'], [null, '🔥']), '🔥')).toEqual(set([], '🔥'))
  })

  it('[C-03][C-11][D-67] with room for one, and that is the default, a new reaction takes the place of the old', () => {
    const replaced = {
      ok: true,
      add: true,
      drop: ['👍'],
      change: { newReaction: '🔥', oldReaction: '👍', all: ['🔥'] },
    }
    expect(set(held([BRUNO, '👍']), '🔥')).toEqual(replaced)
    expect(set(held([ADA, '👍']), '🔥', { limits: {} })).toEqual(replaced)
    expect(set(held([ADA, '👍']), '🔥', { limits: { max_count: 1 } })).toEqual(replaced)
  })

  it('[D-67] where there is room for one and more are there since, joining one of them takes none away', () => {
    const reactions = held([BRUNO, '👍'], [BRUNO, '🔥'])
    expect(set(reactions, '🔥')).toEqual({ ok: true, add: true, drop: [], change: undefined })
    expect(set(reactions, '😀')).toMatchObject({ drop: ['👍', '🔥'], change: { oldReaction: '👍', all: ['😀'] } })
  })

  it('[C-03][D-67] with room for more, a full message refuses unless the one to replace is named', () => {
    const limits = { max_count: 2 }
    const full = held([ADA, '👍'], [BRUNO, '🔥'])
    expect(set(held([ADA, '👍']), '🔥', { limits })).toEqual({
      ok: true,
      add: true,
      drop: [],
      change: { newReaction: '🔥', all: ['👍', '🔥'] },
    })
    expect(set(full, '😀', { limits })).toEqual({ ok: false, code: 'reactions_full', values: { max: 2 } })
    expect(set(full, '😀', { limits, replaces: '👍' })).toEqual({
      ok: true,
      add: true,
      drop: ['👍'],
      change: { newReaction: '😀', oldReaction: '👍', all: ['🔥', '😀'] },
    })
    expect(set(full, '😀', { limits, replaces: '🎉' })).toEqual(refused('reaction_absent'))
    expect(set([], '😀', { limits: { max_count: 0 } })).toEqual(refused('reactions_full', { max: 0 }))
  })

  it('[D-67] a message that is full is joined by a second user of the same emoji', () => {
    const full = held([ADA, '👍'], [BRUNO, '🔥'])
    expect(set(full, '🔥', { limits: { max_count: 2 } })).toEqual({ ok: true, add: true, drop: [], change: undefined })
  })

  it('[D-67] replacing one reaction by another that is there leaves that one, and the transport gets both', () => {
    const two = held([ADA, '👍'], [BRUNO, '🔥'])
    const change = { newReaction: '🔥', oldReaction: '👍', all: ['🔥'] }
    expect(set(two, '🔥', { limits: { max_count: 2 }, replaces: '👍' })).toEqual({
      ok: true,
      add: true,
      drop: ['👍'],
      change,
    })
    const mine = held([ADA, '👍'], [ADA, '🔥'])
    expect(set(mine, '🔥', { limits: { max_count: 2 }, replaces: '👍' })).toEqual({
      ok: true,
      add: false,
      drop: ['👍'],
      change,
    })
  })

  it('[D-65][D-67] the one to replace is compared without its variation selector, and sent as it came', () => {
    const full = held([ADA, '❤️'], [BRUNO, '🔥'])
    expect(set(full, '😀', { limits: { max_count: 2 }, replaces: '❤' })).toMatchObject({
      drop: ['❤'],
      change: { newReaction: '😀', oldReaction: '❤️', all: ['🔥', '😀'] },
    })
    expect(set(held([ADA, '❤️']), '❤', { replaces: '❤️' })).toMatchObject({ add: false, drop: [], change: undefined })
    expect(set([], '❤', { replaces: '❤️' })).toMatchObject({ ok: true, add: true, drop: [] })
  })

  it('[D-67] the one to replace is one of the system’s side, never a client’s', () => {
    expect(set(held([null, '👍']), '🔥', { replaces: '👍' })).toEqual(refused('reaction_absent'))
  })

  it('[C-03][C-04][D-67] counts distinct reactions, and not those of the client', () => {
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
})

describe('decideUnset', () => {
  const nothing = { ok: true, add: false, drop: [], change: undefined }

  it('[C-12] a user takes back their own, and the transport gets it when it was the last', () => {
    expect(decideUnset(held([ADA, '👍'], [BRUNO, '🔥']), ADA, '👍')).toEqual({
      ok: true,
      add: false,
      drop: ['👍'],
      change: { oldReaction: '👍', all: ['🔥'] },
    })
    expect(decideUnset(held([ADA, '👍'], [BRUNO, '👍']), ADA, '👍')).toEqual({ ...nothing, drop: ['👍'] })
    expect(decideUnset(held([BRUNO, '👍'], [null, '👍']), ADA, '👍')).toEqual(nothing)
  })

  it('[D-67] takes back the emoji that is named, and no other of the same user', () => {
    const two = held([ADA, '🔥'], [ADA, '👍'])
    expect(decideUnset(two, ADA, '👍')).toMatchObject({ drop: ['👍'], change: { oldReaction: '👍', all: ['🔥'] } })
    expect(decideUnset(two, ADA, '😀')).toEqual(nothing)
  })

  it('[C-14] all reactions are empty after the last is taken back, whatever the client holds', () => {
    expect(decideUnset(held([null, '👍'], [ADA, '👍']), ADA, '👍')).toMatchObject({
      change: { oldReaction: '👍', all: [] },
    })
  })

  it('[D-65] what is taken back is sent as it came, and not as it was asked for', () => {
    expect(decideUnset(held([ADA, '❤️']), ADA, '❤')).toMatchObject({
      drop: ['❤'],
      change: { oldReaction: '❤️', all: [] },
    })
  })
})

describe('isNewForCustomer', () => {
  it('[C-06][D-66] a client may hold several, each emoji once, whatever users hold', () => {
    const reactions = held([null, '👍'], [null, '❤️'], [ADA, '🔥'])
    expect(['👍', '❤', '❤️', '🔥', '😀'].filter((emoji) => isNewForCustomer(reactions, emoji))).toEqual(['🔥', '😀'])
  })
})

describe('findCustomerReaction', () => {
  const reactions = held([ADA, '🔥'], [null, '👍'], [ADA, '👍'], [null, '❤️'])

  it('[C-07][D-65] a client takes back the reaction that is named, compared without its variation selector', () => {
    expect(findCustomerReaction(reactions, '❤')).toBe(reactions[3])
    expect(findCustomerReaction(reactions, '👍')).toBe(reactions[1])
    expect(findCustomerReaction(reactions, '😀')).toBeUndefined()
  })

  it('[C-08][D-66] without a name it is the oldest of the client', () => {
    expect(findCustomerReaction(reactions, undefined)).toBe(reactions[1])
  })

  it('[C-09] a user’s reaction is never taken back by a client', () => {
    expect(findCustomerReaction(reactions, '🔥')).toBeUndefined()
    expect(findCustomerReaction(held([ADA, '🔥']), undefined)).toBeUndefined()
  })
})

describe('reactionEvent', () => {
  const place = { externalUserId: 'u1', externalChatId: 'c1', channelId: 3 }
  const where = { external_user_id: 'u1', external_chat_id: 'c1', channel_id: 3, external_message_id: 'm1' }

  it('[C-10][C-13] an added reaction is reaction_add with the new one and all, and no old one', () => {
    expect(reactionEvent(place, 'm1', { newReaction: '🔥', all: ['👍', '🔥'] })).toStrictEqual({
      type: 'reaction_add',
      data: { ...where, new_reaction: '🔥', all_reactions: [{ reaction: '👍' }, { reaction: '🔥' }] },
    })
  })

  it('[C-11][C-13] a replaced reaction is reaction_add with the new one, the old one and all', () => {
    expect(reactionEvent(place, 'm1', { newReaction: '🔥', oldReaction: '👍', all: ['🔥'] })).toStrictEqual({
      type: 'reaction_add',
      data: { ...where, new_reaction: '🔥', old_reaction: '👍', all_reactions: [{ reaction: '🔥' }] },
    })
  })

  it('[C-12][C-13][C-14] a deleted reaction is reaction_delete with the old one and no new one; all is there, empty', () => {
    expect(reactionEvent(place, 'm1', { oldReaction: '👍', all: [] })).toStrictEqual({
      type: 'reaction_delete',
      data: { ...where, old_reaction: '👍', all_reactions: [] },
    })
  })
})

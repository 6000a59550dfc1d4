import { describe, expect, it } from 'vitest'
import {
  type Decision,
  decideSet,
  decideUnset,
  findCustomerReaction,
  isNewForCustomer,
  joinedReaction,
  type Reaction,
  reactionEvent,
  userReactions,
} from './rules.ts'

const [ADA, BRUNO] = [1, 2]
const held = (...reactions: [number | null, string][]): Reaction[] =>
  reactions.map(([userId, emoji], index) => ({
    messageId: 1,
    userId,
    emoji,
    key: emoji.replaceAll('\uFE0F', ''),
    firstUse: index + 1,
    at: new Date(0),
  }))

describe('userReactions', () => {
  it('[C-14] lists the emoji of all users, each once, as first received', () => {
    const reactions = held([null, '🎉'], [BRUNO, '❤'], [ADA, '👍'], [ADA, '❤️'])
    expect(userReactions(reactions)).toEqual([
      { key: '❤', emoji: '❤', firstUse: 2 },
      { key: '👍', emoji: '👍', firstUse: 3 },
    ])
  })

  it('[C-14] lists nothing when only the customer has reacted', () => {
    expect(userReactions(held([null, '🎉']))).toEqual([])
  })
})

describe('joinedReaction', () => {
  const reactions = held([null, '👍'], [BRUNO, '❤'], [BRUNO, '🔥'])

  it('[D-65][D-68] takes over the form and the place of an emoji that a colleague holds', () => {
    expect(joinedReaction(reactions, '❤️')).toEqual({ key: '❤', emoji: '❤', firstUse: 2 })
  })

  it('[D-68] has a place of its own where only the client holds it, or nobody', () => {
    expect(joinedReaction(reactions, '👍')).toEqual({ key: '👍', emoji: '👍', firstUse: null })
    expect(joinedReaction(reactions, '🎉')).toEqual({ key: '🎉', emoji: '🎉', firstUse: null })
  })
})

describe('decideSet', () => {
  type More = { by?: number; replaces?: string; limits?: { max_count?: number; dictionary?: string[] } }
  const set = (reactions: Reaction[], emoji: string, { by = ADA, replaces, limits }: More = {}): Decision =>
    decideSet(reactions, { userId: by, emoji, replaces }, limits)
  const refused = (code: string, values?: object) => ({ ok: false, code, ...(values && { values }) })

  it('[C-02] rejects what is not in the dictionary; without a dictionary any emoji is allowed', () => {
    expect(set([], '🔥', { limits: { dictionary: ['👍'] } })).toEqual(
      refused('emoji_not_in_dictionary', { reaction: '🔥' }),
    )
    expect(set([], '❤', { limits: { dictionary: ['❤️'] } })).toMatchObject({ ok: true })
    expect(set([], '🔥', { limits: { dictionary: ['👍', '🔥'] } })).toMatchObject({ ok: true })
    expect(set([], '🔥', { limits: { dictionary: [] } })).toMatchObject(refused('emoji_not_in_dictionary'))
    expect(set([], '🔥')).toMatchObject({ ok: true })
  })

  it('[D-65] rejects what is not an emoji, before any other check', () => {
    expect(set([], 'fire')).toEqual(refused('emoji_unknown'))
    expect(set(held([ADA, 'fire']), 'fire', { limits: { dictionary: ['fire'] } })).toEqual(refused('emoji_unknown'))
  })

  it('[C-02] a user may repeat their own reaction after it left the dictionary, and not add that of another user', () => {
    const limits = { dictionary: ['👍'] }
    expect(set(held([ADA, '🔥']), '🔥', { limits })).toEqual({ ok: true, add: false, drop: [], change: undefined })
    expect(set(held([BRUNO, '🔥']), '🔥', { limits })).toMatchObject(refused('emoji_not_in_dictionary'))
  })

  it('[C-10] adds the first reaction; the webhook has a new one, no old one, and all', () => {
    expect(set([], '🔥')).toStrictEqual({ ok: true, add: true, drop: [], change: { newReaction: '🔥', all: ['🔥'] } })
    expect(set(held([null, '👍'], [null, '🔥']), '🔥')).toEqual(set([], '🔥'))
  })

  it('[C-03][C-11][D-67] with a limit of one, the default, a new reaction replaces the old', () => {
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

  it('[D-67] with more reactions than a limit of one, adding an existing one removes none', () => {
    const reactions = held([BRUNO, '👍'], [BRUNO, '🔥'])
    expect(set(reactions, '🔥')).toEqual({ ok: true, add: true, drop: [], change: undefined })
    expect(set(reactions, '😀')).toMatchObject({ drop: ['👍', '🔥'], change: { oldReaction: '👍', all: ['😀'] } })
  })

  it('[C-03][D-67] with a higher limit, a full message rejects a new reaction unless it names the one to replace', () => {
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

  it('[D-67] a second user may add the same emoji to a full message', () => {
    const full = held([ADA, '👍'], [BRUNO, '🔥'])
    expect(set(full, '🔥', { limits: { max_count: 2 } })).toEqual({ ok: true, add: true, drop: [], change: undefined })
  })

  it('[D-67] replacing a reaction by an existing one keeps that one, and the webhook has both', () => {
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

  it('[D-65][D-67] compares the one to replace without its variation selector, and sends it as received', () => {
    const full = held([ADA, '❤️'], [BRUNO, '🔥'])
    expect(set(full, '😀', { limits: { max_count: 2 }, replaces: '❤' })).toMatchObject({
      drop: ['❤'],
      change: { newReaction: '😀', oldReaction: '❤️', all: ['🔥', '😀'] },
    })
    expect(set(held([ADA, '❤️']), '❤', { replaces: '❤️' })).toMatchObject({ add: false, drop: [], change: undefined })
    expect(set([], '❤', { replaces: '❤️' })).toMatchObject({ ok: true, add: true, drop: [] })
  })

  it('[D-67] the one to replace is a user’s, never the customer’s', () => {
    expect(set(held([null, '👍']), '🔥', { replaces: '👍' })).toEqual(refused('reaction_absent'))
  })

  it('[C-03][C-04][D-67] counts distinct reactions, without those of the customer', () => {
    const limits = { max_count: 2 }
    const reactions = held([null, '🎉'], [null, '😀'], [ADA, '👍'], [BRUNO, '👍'])
    expect(set(reactions, '🔥', { limits })).toMatchObject({ ok: true, drop: [], change: { all: ['👍', '🔥'] } })
  })

  it('[D-67] a repeat changes nothing, and a second user with the same emoji sends no webhook', () => {
    expect(set(held([ADA, '❤']), '❤️')).toEqual({ ok: true, add: false, drop: [], change: undefined })
    expect(set(held([BRUNO, '👍']), '👍')).toEqual({ ok: true, add: true, drop: [], change: undefined })
    // The same replacement again, after its response was lost.
    expect(set(held([ADA, '🔥']), '🔥', { replaces: '👍' })).toMatchObject({ add: false, change: undefined })
  })
})

describe('decideUnset', () => {
  const nothing = { ok: true, add: false, drop: [], change: undefined }

  it('[C-12] a user removes their own; the webhook is sent when no other user holds it', () => {
    expect(decideUnset(held([ADA, '👍'], [BRUNO, '🔥']), ADA, '👍')).toEqual({
      ok: true,
      add: false,
      drop: ['👍'],
      change: { oldReaction: '👍', all: ['🔥'] },
    })
    expect(decideUnset(held([ADA, '👍'], [BRUNO, '👍']), ADA, '👍')).toEqual({ ...nothing, drop: ['👍'] })
    expect(decideUnset(held([BRUNO, '👍'], [null, '👍']), ADA, '👍')).toEqual(nothing)
  })

  it('[D-67] removes only the named emoji of the user', () => {
    const two = held([ADA, '🔥'], [ADA, '👍'])
    expect(decideUnset(two, ADA, '👍')).toMatchObject({ drop: ['👍'], change: { oldReaction: '👍', all: ['🔥'] } })
    expect(decideUnset(two, ADA, '😀')).toEqual(nothing)
  })

  it('[C-14] all_reactions is empty after the last is removed, whatever the customer holds', () => {
    expect(decideUnset(held([null, '👍'], [ADA, '👍']), ADA, '👍')).toMatchObject({
      change: { oldReaction: '👍', all: [] },
    })
  })

  it('[D-65] sends the removed emoji as stored, not as requested', () => {
    expect(decideUnset(held([ADA, '❤️']), ADA, '❤')).toMatchObject({
      drop: ['❤'],
      change: { oldReaction: '❤️', all: [] },
    })
  })
})

describe('isNewForCustomer', () => {
  it('[C-06][D-66] a customer may hold several, each emoji once, whatever users hold', () => {
    const reactions = held([null, '👍'], [null, '❤️'], [ADA, '🔥'])
    expect(['👍', '❤', '❤️', '🔥', '😀'].filter((emoji) => isNewForCustomer(reactions, emoji))).toEqual(['🔥', '😀'])
  })
})

describe('findCustomerReaction', () => {
  const reactions = held([ADA, '🔥'], [null, '👍'], [ADA, '👍'], [null, '❤️'])

  it('[C-07][D-65] a customer removes the named reaction, compared without its variation selector', () => {
    expect(findCustomerReaction(reactions, '❤')).toBe(reactions[3])
    expect(findCustomerReaction(reactions, '👍')).toBe(reactions[1])
    expect(findCustomerReaction(reactions, '😀')).toBeUndefined()
  })

  it('[C-08][D-66] by default it is the oldest of the customer', () => {
    expect(findCustomerReaction(reactions, undefined)).toBe(reactions[1])
  })

  it('[C-09] a customer never removes a user’s reaction', () => {
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

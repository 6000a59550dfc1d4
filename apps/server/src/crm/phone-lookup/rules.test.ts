import { describe, expect, it } from 'vitest'
import { type PhoneMatch, rankMatches, responsibleManager } from './rules.ts'

describe('responsibleManager', () => {
  const order = (managerId: number | null) => ({ id: 1, number: '1A', managerId })

  it.for<[string, number | null, PhoneMatch['openOrder'], number | null]>([
    ['the manager of the open order comes first', 1, order(2), 2],
    ['an open order without a manager leaves it to the customer’s own', 1, order(null), 1],
    ['without an open order it is the customer’s own', 1, null, 1],
    ['the manager of the open order answers for a customer without one', null, order(2), 2],
    ['no manager when neither has one', null, order(null), null],
    ['no manager for a customer without a manager and an order', null, null, null],
  ])('[D-30] the responsible manager: %s', ([, managerId, openOrder, responsible]) => {
    expect(responsibleManager({ managerId, openOrder })?.userId ?? null).toBe(responsible)
  })
})

describe('rankMatches', () => {
  const match = (id: number, more: Partial<PhoneMatch> = {}): PhoneMatch => ({
    id,
    externalId: null,
    firstName: '',
    lastName: '',
    patronymic: '',
    address: {},
    managerId: null,
    phones: [],
    emails: [],
    shopId: null,
    site: null,
    lastContactAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    matchedBy: 'e164',
    openOrder: null,
    ...more,
  })
  const ranked = (matches: PhoneMatch[], online: number[] = []) =>
    rankMatches(matches, new Set(online)).map(({ id }) => id)
  /** The order in which they are given must not matter. */
  const rankedEitherWay = (matches: PhoneMatch[], online: number[] = []) => {
    const ids = ranked(matches, online)
    expect(ranked(matches.toReversed(), online)).toEqual(ids)
    return ids
  }
  const openOrder = { id: 1, number: '1A', managerId: null }

  it('[D-29] customers with an open order come first, whatever their last contact', () => {
    const matches = [match(1, { openOrder }), match(2, { lastContactAt: new Date(9_000) })]
    expect(rankedEitherWay(matches)).toEqual([1, 2])
  })

  it('[D-29] then the latest contact, and those never contacted last', () => {
    const matches = [
      match(1, { lastContactAt: new Date(2_000) }),
      match(2, { lastContactAt: new Date(1_000) }),
      match(3),
    ]
    expect(rankedEitherWay(matches)).toEqual([1, 2, 3])
    // The latest contact counts more than a manager who is online.
    const online = [match(1, { lastContactAt: new Date(2_000) }), match(2, { managerId: 7 })]
    expect(rankedEitherWay(online, [7])).toEqual([1, 2])
  })

  it('[D-29] of those with an open order too, the latest contact comes first', () => {
    const matches = [
      match(1, { openOrder, lastContactAt: new Date(2_000) }),
      match(2, { openOrder, lastContactAt: new Date(1_000) }),
    ]
    expect(rankedEitherWay(matches)).toEqual([1, 2])
  })

  it('[D-29][D-30] then those whose responsible manager is online', () => {
    expect(rankedEitherWay([match(1, { managerId: 7 }), match(2, { managerId: 8 }), match(3)], [7])).toEqual([1, 3, 2])
    // The responsible manager is that of the open order.
    const both = [
      match(1, { managerId: 8, openOrder: { ...openOrder, managerId: 7 } }),
      match(2, { managerId: 7, openOrder: { ...openOrder, managerId: 8 } }),
    ]
    expect(rankedEitherWay(both, [7])).toEqual([1, 2])
  })

  it('[D-29] all else equal, the newest customer comes first', () => {
    expect(rankedEitherWay([match(1), match(3), match(2)])).toEqual([3, 2, 1])
  })

  it('[D-29] returns all of them and does not change the given list', () => {
    const matches = [match(1), match(2)]
    expect(rankMatches(matches, new Set())).toHaveLength(2)
    expect(matches.map(({ id }) => id)).toEqual([1, 2])
    expect(rankMatches([], new Set([7]))).toEqual([])
  })
})

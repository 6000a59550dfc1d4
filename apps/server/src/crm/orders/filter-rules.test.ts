import type { OrderFilter } from '@patchbay/contract/crm/orders'
import { describe, expect, it } from 'vitest'
import { decideFilter } from './filter-rules.ts'

type Context = Parameters<typeof decideFilter>[1]

describe('decideFilter: shops', () => {
  const shops = [
    { id: 1, code: 'a' },
    { id: 2, code: 'b' },
  ]
  const shopIdsFor = (sites: string[] | null, asked?: string[]) => {
    const decision = decideFilter(asked ? { sites: asked } : {}, { shops, sites, zone: 'UTC', now: new Date(0) })
    return decision.ok ? decision.query.shopIds : decision.fields
  }

  it('[D-05] a filter never reaches shops that the caller does not see', () => {
    expect(shopIdsFor(null)).toBeNull()
    expect(shopIdsFor(['a'])).toEqual([1])
    expect(shopIdsFor([])).toEqual([])
    expect(shopIdsFor(null, ['b'])).toEqual([2])
    expect(shopIdsFor(['a'], ['b'])).toEqual({ sites: 'there is no shop: b' })
  })

  it('[D-05] a filter by shops narrows the shops that the caller sees', () => {
    expect(shopIdsFor(['a', 'b'])).toEqual([1, 2])
    expect(shopIdsFor(['a', 'b'], ['b'])).toEqual([2])
    expect(shopIdsFor(null, ['b', 'a'])).toEqual([1, 2])
  })

  it('[D-05] lists all shops that do not exist or are not visible, with the same text', () => {
    expect(shopIdsFor(null, ['x', 'a', 'y'])).toEqual({ sites: 'there is no shop: x, y' })
    expect(shopIdsFor(['a'], ['x', 'b'])).toEqual({ sites: 'there is no shop: x, b' })
  })
})

describe('decideFilter: statuses and managers', () => {
  const queryFor = (filter: OrderFilter) => {
    const decision = decideFilter(filter, { shops: [], sites: null, zone: 'UTC', now: new Date(0) })
    return decision.ok ? decision.query : expect.fail(JSON.stringify(decision.fields))
  }

  it('an empty filter matches any order', () => {
    expect(queryFor({})).toEqual({ shopIds: null, statuses: null, managerIds: null, picked: undefined })
  })

  it.for<[OrderFilter, string[]]>([
    [{ status: 'new' }, ['new']],
    [{ extendedStatus: ['new', 'complete'] }, ['new', 'complete']],
    [{ status: 'new', extendedStatus: ['complete'] }, ['complete']],
  ])('a status alone is a list of one, and extendedStatus comes before it: %j', ([filter, statuses]) => {
    expect(queryFor(filter)).toEqual({ shopIds: null, statuses, managerIds: null, picked: undefined })
  })

  it('managers are passed on', () => {
    expect(queryFor({ managers: [1, 2] })).toEqual({
      shopIds: null,
      statuses: null,
      managerIds: [1, 2],
      picked: undefined,
    })
  })
})

describe('decideFilter: named orders', () => {
  const pickedFor = (filter: OrderFilter) => {
    const decision = decideFilter(filter, { shops: [], sites: null, zone: 'UTC', now: new Date(0) })
    return decision.ok ? decision.query.picked : expect.fail(JSON.stringify(decision.fields))
  }

  it.for<[OrderFilter, Record<string, unknown>]>([
    [{ ids: [1, 2] }, { ids: [1, 2] }],
    [{ numbers: ['1A'] }, { numbers: ['1A'] }],
    [{ externalIds: ['shop-7'] }, { externalIds: ['shop-7'] }],
    [{ customerId: 3 }, { customerId: 3 }],
    [{ email: ' Ann@Shop.TEST ' }, { emailKey: 'ann@shop.test' }],
  ])('orders are picked by what names them, an e-mail in any spelling: %j', ([filter, picked]) => {
    expect(pickedFor(filter)).toStrictEqual(picked)
  })

  it('several selectors are combined', () => {
    expect(pickedFor({ ids: [1], customerId: 3 })).toStrictEqual({ ids: [1], customerId: 3 })
  })
})

describe('decideFilter: days', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  const decide = (filter: OrderFilter, more: Partial<Context> = {}) =>
    decideFilter(filter, { shops: [], sites: null, zone: 'UTC', now, ...more })
  const pickedFor = (filter: OrderFilter, more: Partial<Context> = {}) => {
    const decision = decide(filter, more)
    return decision.ok ? decision.query.picked : expect.fail(JSON.stringify(decision.fields))
  }
  const tooLong = {
    ok: false,
    fields: {
      createdAtFrom: 'and createdAtTo may lie 31 days apart at most, unless orders or a customer are named',
    },
  }

  it('times are parsed in the account’s zone', () => {
    expect(pickedFor({ createdAtFrom: '2026-03-30 10:00:00' }, { zone: 'Europe/Berlin' })).toStrictEqual({
      createdFrom: new Date('2026-03-30T08:00:00Z'),
    })
  })

  it('a date without a time includes the whole day', () => {
    expect(pickedFor({ createdAtFrom: '2026-03-30', createdAtTo: '2026-03-30' })).toStrictEqual({
      createdFrom: new Date('2026-03-30T00:00:00.000Z'),
      createdTo: new Date('2026-03-30T23:59:59.999Z'),
    })
    expect(pickedFor({ createdAtFrom: '2026-03-30', createdAtTo: '2026-03-30 10:00' })).toMatchObject({
      createdTo: new Date('2026-03-30T10:00:00.000Z'),
    })
  })

  it('accepts a range of 31 days and nothing longer', () => {
    const from = '2026-01-01 00:00:00'
    expect(decide({ createdAtFrom: from, createdAtTo: '2026-02-01 00:00:00' })).toMatchObject({ ok: true })
    expect(decide({ createdAtFrom: from, createdAtTo: '2026-02-01 00:00:01' })).toEqual(tooLong)
  })

  it('without createdAtTo the range ends now', () => {
    expect(decide({ createdAtFrom: '2026-02-28 12:00:00' })).toMatchObject({ ok: true })
    expect(decide({ createdAtFrom: '2026-02-28 11:59:59' })).toEqual(tooLong)
  })

  it('without createdAtFrom the range is too long', () => {
    expect(decide({ createdAtTo: '2026-03-30' })).toEqual(tooLong)
  })

  it('a filter by orders or customer needs no range', () => {
    expect(pickedFor({ customerId: 3, createdAtTo: '2026-03-30 10:00:00' })).toStrictEqual({
      customerId: 3,
      createdTo: new Date('2026-03-30T10:00:00Z'),
    })
    expect(pickedFor({ ids: [1], createdAtFrom: '2020-01-01' })).toStrictEqual({
      ids: [1],
      createdFrom: new Date('2020-01-01T00:00:00Z'),
    })
  })

  it('shops, statuses and managers do not replace the range', () => {
    const filter = { createdAtTo: '2026-03-30', status: 'new', managers: [1] }
    expect(decide(filter)).toEqual(tooLong)
  })

  it('rejects an invalid time, and reports only that', () => {
    expect(decide({ createdAtFrom: '2026-02-31', createdAtTo: '2026-03-30' })).toEqual({
      ok: false,
      fields: { createdAtFrom: 'is not a time: 2026-02-31' },
    })
    expect(decide({ createdAtFrom: '2026-03-30', createdAtTo: '2026-13-01' })).toEqual({
      ok: false,
      fields: { createdAtTo: 'is not a time: 2026-13-01' },
    })
    expect(decide({ createdAtFrom: 'x', createdAtTo: 'y' })).toEqual({
      ok: false,
      fields: { createdAtFrom: 'is not a time: x', createdAtTo: 'is not a time: y' },
    })
  })
})

it('[D-92] picks the orders of the customers that a filter named, also of none', () => {
  const context = { shops: [], sites: null, zone: 'UTC', now: new Date() }
  const picked = (customerIds: number[]) => {
    const decision = decideFilter({}, { ...context, customerIds })
    return decision.ok ? decision.query.picked : undefined
  }
  expect(picked([4, 7])).toEqual({ customerIds: [4, 7] })
  expect(picked([])).toEqual({ customerIds: [] })
})

it('[D-92] takes payment statuses beside something that picks few orders, and says so otherwise', () => {
  const context = { shops: [], sites: null, zone: 'UTC', now: new Date() }
  expect(decideFilter({ paymentStatuses: ['paid'], customerId: 4 }, context)).toMatchObject({
    ok: true,
    query: { picked: { customerId: 4, paymentStatuses: ['paid'] } },
  })
  expect(decideFilter({ paymentStatuses: ['paid'] }, context)).toEqual({
    ok: false,
    fields: { paymentStatuses: 'needs dates, a customer or orders beside it' },
  })
})

import { describe, expect, it } from 'vitest'
import {
  decideShops,
  isUsable,
  type KnownShop,
  typeCodeFor,
  unusableAfter,
  warningFor,
  whyNotConnected,
} from './rules.ts'

describe('decideShops', () => {
  const given = (code: string) => ({ code, name: code, active: true })
  const known = (id: number, code: string, more: Partial<KnownShop> = {}): KnownShop => ({
    id,
    code,
    removed: false,
    types: 1,
    ...more,
  })

  it('[P-04] the list of a registration replaces the previous one', () => {
    const list = [given('a'), given('c')]
    expect(decideShops([known(1, 'a'), known(2, 'b')], list)).toEqual({
      kept: list,
      withoutType: [given('c')],
      removed: [known(2, 'b')],
    })
  })

  it('[P-05] a new shop gets a payment type, and so does a known one without any', () => {
    expect(decideShops([], [given('a')]).withoutType).toEqual([given('a')])
    expect(decideShops([known(1, 'a', { types: 0 })], [given('a')]).withoutType).toEqual([given('a')])
    expect(decideShops([known(1, 'a', { types: 2 })], [given('a')]).withoutType).toEqual([])
    // The types of another shop are not its own.
    expect(decideShops([known(1, 'a', { types: 0 }), known(2, 'b')], [given('a')]).withoutType).toEqual([given('a')])
  })

  it('[P-05] a restored shop with a payment type gets no second one', () => {
    expect(decideShops([known(1, 'a', { removed: true })], [given('a')])).toEqual({
      kept: [given('a')],
      withoutType: [],
      removed: [],
    })
  })

  it('[P-06] a shop that is missing from the list is deleted once', () => {
    const shops = [known(1, 'a'), known(2, 'b', { removed: true })]
    expect(decideShops(shops, []).removed).toEqual([known(1, 'a')])
  })
})

describe('typeCodeFor', () => {
  it('[P-05] the payment type of a new shop is named after its module and shop', () => {
    expect(typeCodeFor('bank', 'north', new Set())).toBe('bank-north')
  })

  it('[P-05] characters that a code may not have become dashes', () => {
    expect(typeCodeFor('bank', 'Nörd / süd', new Set())).toBe('bank-N-rd-s-d')
    expect(typeCodeFor('bank_1.2', 'a-b', new Set())).toBe('bank_1.2-a-b')
  })

  it('[P-05] a taken code gets the first free number', () => {
    expect(typeCodeFor('bank', 'north', new Set(['bank-north']))).toBe('bank-north-2')
    expect(typeCodeFor('bank', 'north', new Set(['bank-north', 'bank-north-2']))).toBe('bank-north-3')
  })

  it('[P-05] a long name is cut to 56 characters, which leaves room for the number', () => {
    const code = typeCodeFor('bank', 'x'.repeat(100), new Set())
    expect(code).toBe(`bank-${'x'.repeat(51)}`)
    expect(typeCodeFor('bank', 'x'.repeat(100), new Set([code]))).toBe(`${code}-2`)
  })
})

describe('warningFor', () => {
  const shop = { name: 'North', active: true, removed: false, moduleOff: false }

  it('[P-07] no warning for a payment of an active shop, or of none', () => {
    expect(warningFor(undefined)).toBeUndefined()
    expect(warningFor(shop)).toBeUndefined()
  })

  it('[P-07] an inactive shop warns the user who adds its payment type to an order', () => {
    expect(warningFor({ ...shop, active: false })).toEqual({ code: 'shop-inactive', shop: 'North' })
  })

  it('[P-06] a removed shop warns that the payment cannot be invoiced, active or not', () => {
    const warning = { code: 'shop-removed', shop: 'North' }
    expect(warningFor({ ...shop, removed: true })).toEqual(warning)
    expect(warningFor({ ...shop, removed: true, active: false })).toEqual(warning)
    expect(warningFor({ ...shop, removed: true, moduleOff: true })).toEqual(warning)
  })

  it('[D-97] a shop whose module is off warns of that, active or not', () => {
    const warning = { code: 'module-off', shop: 'North' }
    expect(warningFor({ ...shop, moduleOff: true })).toEqual(warning)
    expect(warningFor({ ...shop, moduleOff: true, active: false })).toEqual(warning)
  })

  it('[P-06][D-97] a shop that is removed or whose module is off cannot be used; an inactive one can', () => {
    expect([undefined, shop, { ...shop, active: false }].map(isUsable)).toEqual([true, true, true])
    expect(
      [
        { ...shop, removed: true },
        { ...shop, moduleOff: true },
      ].map(isUsable),
    ).toEqual([false, false])
  })
})

describe('whyNotConnected', () => {
  const shop = { name: 'North', active: true, removed: false, moduleOff: false }

  it('[P-23] a user connects a payment type with a shop that is there, active or not, or with none', () => {
    expect([shop, { ...shop, active: false }].map((one) => whyNotConnected(true, one))).toEqual([undefined, undefined])
    expect(whyNotConnected(false, undefined)).toBeUndefined()
  })

  it('[P-23][D-97] not with one that is unknown or removed, nor while its module is off', () => {
    expect([undefined, { ...shop, removed: true }].map((one) => whyNotConnected(true, one))).toEqual([
      'not_found',
      'not_found',
    ])
    expect(whyNotConnected(true, { ...shop, moduleOff: true })).toBe('module_inactive')
  })
})

describe('unusableAfter', () => {
  it('[D-52] names the removed shops, their payment types and the number of payments', () => {
    const removed = [{ id: 1, code: 'north', removed: false, types: 2 }]
    const types = [
      { code: 'north-card', shopId: 1, payments: 3 },
      { code: 'cash', shopId: null, payments: 9 },
      { code: 'north-link', shopId: 1, payments: 4 },
      { code: 'south', shopId: 2, payments: 5 },
    ]
    expect(unusableAfter(removed, types)).toEqual({
      removedShops: ['north'],
      unusablePaymentTypes: ['north-card', 'north-link'],
      unusablePayments: 7,
    })
  })
})

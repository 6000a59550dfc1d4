import type { SiteEdit } from '@patchbay/contract/platform/shops'
import { describe, expect, it } from 'vitest'
import { chooseShop, decideShop, isShopVisible, type ShopSettings, visibleShopIds, visibleShops } from './rules.ts'

describe('decideShop', () => {
  const before: ShopSettings = {
    code: 'north',
    name: 'North',
    url: 'https://north.test',
    active: false,
    country: 'DE',
    currency: 'EUR',
    description: 'The first one',
    ordering: 10,
  }

  it('a new shop needs only a name: it is active, with the country and the currency of the account', () => {
    expect(decideShop(undefined, 'south', { name: 'South' })).toEqual({
      ok: true,
      shop: {
        code: 'south',
        name: 'South',
        url: '',
        active: true,
        country: null,
        currency: null,
        description: '',
        ordering: 0,
      },
    })
  })

  it('an empty edit leaves a shop unchanged', () => {
    expect(decideShop(before, 'north', {})).toEqual({ ok: true, shop: before })
  })

  it.for<[SiteEdit, Partial<ShopSettings>]>([
    [{ code: 'north' }, {}],
    [{ name: 'Far north' }, { name: 'Far north' }],
    [{ url: 'https://far.test' }, { url: 'https://far.test' }],
    [{ active: true }, { active: true }],
    [{ countryIso: 'NO' }, { country: 'NO' }],
    [{ currency: 'NOK' }, { currency: 'NOK' }],
    [{ description: '' }, { description: '' }],
    [{ ordering: 0 }, { ordering: 0 }],
  ])('a field that is given replaces the old value and no other: %j', ([edit, changed]) => {
    expect(decideShop(before, 'north', edit)).toEqual({ ok: true, shop: { ...before, ...changed } })
  })

  it.for<[SiteEdit, Record<string, string>]>([
    [{ code: 'south' }, { code: 'must equal the code in the address (north)', name: 'is missing' }],
    [{ name: 'North', code: 'south' }, { code: 'must equal the code in the address (north)' }],
    [{ name: 'North', currency: 'XXQ' }, { currency: 'is not a currency of ISO 4217' }],
    [{}, { name: 'is missing' }],
  ])(
    'refuses another code than that of the path, an unknown currency, and a new shop without a name: %j',
    ([edit, fields]) => {
      expect(decideShop(undefined, 'north', edit)).toEqual({ ok: false, fields })
    },
  )
})

const shops = [
  { id: 1, code: 'north' },
  { id: 2, code: 'south' },
  { id: 3, code: 'west' },
]

describe('isShopVisible', () => {
  it.for<[string[] | null, string | null, boolean]>([
    [null, 'north', true],
    [null, null, true],
    [['north'], 'north', true],
    [['north'], 'south', false],
    [['north'], null, false],
    [[], 'north', false],
  ])('[D-05] a caller limited to %j sees what belongs to %j: %s', ([sites, code, expected]) => {
    expect(isShopVisible(sites, code)).toBe(expected)
  })
})

describe('visibleShops', () => {
  const codes = (sites: string[] | null) => visibleShops(shops, sites).map(({ code }) => code)

  it('[D-05] a key limited to some shops sees only these', () => {
    expect(codes(['north'])).toEqual(['north'])
    expect(codes(null)).toEqual(['north', 'south', 'west'])
  })

  it('[D-05] a key limited to no shop sees none, and never one that the account does not have', () => {
    expect(codes([])).toEqual([])
    expect(codes(['south', 'gone', 'north'])).toEqual(['north', 'south'])
  })
})

describe('chooseShop', () => {
  it.for<[string, string[] | null, string | undefined, number | undefined]>([
    ['the first one, when none is named and all are visible', null, undefined, 1],
    ['the first visible one, when none is named', ['west', 'south'], undefined, 2],
    ['none, when none is visible', [], undefined, undefined],
    ['the named one', null, 'south', 2],
    ['the named one, among the visible ones', ['south', 'west'], 'west', 3],
    ['none, when the named one does not exist', null, 'east', undefined],
    ['none, when the named one is not visible', ['south'], 'north', undefined],
  ])('[D-05] a request applies to %s', ([, sites, named, id]) => {
    expect(chooseShop(shops, sites, named)?.id).toBe(id)
  })
})

describe('visibleShopIds', () => {
  it('[D-05] leaves out the shops that a caller does not see', () => {
    const ids = new Map([
      ['north', 1],
      ['south', 2],
    ])
    expect([...visibleShopIds(ids, ['south', 'gone'])]).toEqual([['south', 2]])
    expect([...visibleShopIds(ids, null)]).toEqual([...ids])
  })
})

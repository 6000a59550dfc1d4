import type { CustomerEdit } from '@patchbay/contract/crm/customers'
import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../lib/text/phone.ts'
import { type PhoneMatch, rankMatches, responsibleOfMatch } from '../phone-lookup/rules.ts'
import { type Contacts, decideCustomer, historyFields, type Person } from './rules.ts'

describe('responsibleOf', () => {
  const order = (managerId: number | null) => ({ id: 1, number: '1A', managerId })

  it.for<[string, number | null, PhoneMatch['openOrder'], number | null]>([
    ['the manager of the open order comes first', 1, order(2), 2],
    ['an open order without a manager leaves it to the customer’s own', 1, order(null), 1],
    ['without an open order it is the customer’s own', 1, null, 1],
    ['the manager of the open order answers for a customer without one', null, order(2), 2],
    ['nobody answers when neither has a manager', null, order(null), null],
    ['nobody answers for a customer without a manager and an order', null, null, null],
  ])('[D-30] the responsible manager: %s', ([, managerId, openOrder, responsible]) => {
    expect(responsibleOfMatch({ managerId, openOrder })).toBe(responsible)
  })
})

describe('rankMatches', () => {
  const match = (id: number, more: Partial<PhoneMatch> = {}): PhoneMatch => ({
    id,
    externalId: null,
    firstName: '',
    lastName: '',
    patronymic: '',
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
  const ranked = (matches: PhoneMatch[], here: number[] = []) => rankMatches(matches, new Set(here)).map(({ id }) => id)
  /** The order in which they are given must not matter. */
  const rankedEitherWay = (matches: PhoneMatch[], here: number[] = []) => {
    const ids = ranked(matches, here)
    expect(ranked(matches.toReversed(), here)).toEqual(ids)
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
    // The contact outweighs a manager who is online.
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

  it('[D-29] shows all of them and leaves the given list as it was', () => {
    const matches = [match(1), match(2)]
    expect(rankMatches(matches, new Set())).toHaveLength(2)
    expect(matches.map(({ id }) => id)).toEqual([1, 2])
    expect(rankMatches([], new Set([7]))).toEqual([])
  })
})

describe('decideCustomer: names', () => {
  const greta: Person & Contacts = {
    externalId: 'shop-7',
    firstName: 'Greta',
    lastName: 'Holm',
    patronymic: 'Ann',
    managerId: 3,
    phones: [parsePhone('+49 30 901820', 'DE')],
    emails: ['greta@shop.test'],
  }

  it('a new customer of whom nothing is said has no names, contacts or manager', () => {
    expect(decideCustomer(undefined, {}, 'DE')).toEqual({
      ok: true,
      after: {
        externalId: null,
        firstName: '',
        lastName: '',
        patronymic: '',
        managerId: null,
        phones: [],
        emails: [],
      },
    })
  })

  it('an edit that names nothing leaves a customer as they were', () => {
    expect(decideCustomer(greta, {}, 'DE')).toEqual({ ok: true, after: greta })
  })

  it.for<CustomerEdit>([
    { externalId: 'shop-8' },
    { firstName: 'Gerda' },
    { firstName: '' },
    { lastName: 'Berg' },
    { patronymic: 'Eva' },
    { managerId: 4 },
  ])('a field that is given replaces the old value and no other: %j', (edit) => {
    expect(decideCustomer(greta, edit, 'DE')).toEqual({ ok: true, after: { ...greta, ...edit } })
  })
})

describe('decideCustomer: e-mail addresses', () => {
  const emailsAfter = (before: string[], edit: CustomerEdit) => {
    const person: Person = { externalId: null, firstName: '', lastName: '', patronymic: '', managerId: null }
    const decision = decideCustomer({ ...person, phones: [], emails: before }, edit, 'DE')
    return decision.ok ? decision.after.emails : decision.fields
  }
  const old = ['first@shop.test', 'second@shop.test']

  it.for<[string, CustomerEdit, string[]]>([
    ['neither is given: all stay', {}, old],
    ['`email` alone replaces the first', { email: 'new@shop.test' }, ['new@shop.test', 'second@shop.test']],
    ['an empty `email` alone removes the first', { email: '' }, ['second@shop.test']],
    ['`emails` alone replaces the list', { emails: ['a@shop.test', 'b@shop.test'] }, ['a@shop.test', 'b@shop.test']],
    ['an empty `emails` removes all', { emails: [] }, []],
    ['both: `email` comes first', { email: 'a@shop.test', emails: ['b@shop.test'] }, ['a@shop.test', 'b@shop.test']],
    [
      'both, the same',
      { email: 'a@shop.test', emails: ['a@shop.test', 'b@shop.test'] },
      ['a@shop.test', 'b@shop.test'],
    ],
    ['an empty `email` beside a list leaves the list', { email: '', emails: ['b@shop.test'] }, ['b@shop.test']],
  ])('`email` is the first of `emails`: %s', ([, edit, after]) => {
    expect(emailsAfter(old, edit)).toEqual(after)
  })

  it('a customer without addresses gets the one that is given', () => {
    expect(emailsAfter([], { email: 'a@shop.test' })).toEqual(['a@shop.test'])
  })

  it('addresses are trimmed, empty ones are dropped, and two spellings of one are kept once, as first written', () => {
    expect(emailsAfter([], { emails: [' Ann@Shop.test ', 'ann@shop.TEST', '', '  ', 'bo@shop.test'] })).toEqual([
      'Ann@Shop.test',
      'bo@shop.test',
    ])
  })

  it.for(['ann', '@shop.test', 'ann@', 'ann@shop@test', 'an n@shop.test', 'ann@shop test', 'ann@shop.test, bo'])(
    'refuses what is not an e-mail address: %s',
    (email) => {
      expect(emailsAfter([], { email })).toEqual({ email: `${email} is not an e-mail address` })
    },
  )

  it('names the address that is wrong among several', () => {
    expect(emailsAfter([], { emails: ['a@shop.test', 'wrong', 'b@shop.test'] })).toEqual({
      email: 'wrong is not an e-mail address',
    })
  })
})

describe('decideCustomer: phones', () => {
  const person: Person = { externalId: null, firstName: '', lastName: '', patronymic: '', managerId: null }
  const phonesAfter = (numbers: string[] | undefined, country = 'DE') => {
    const before = { ...person, phones: [parsePhone('+49 30 901820', 'DE')], emails: [] }
    const edit = numbers ? { phones: numbers.map((number) => ({ number })) } : {}
    const decision = decideCustomer(before, edit, country)
    return decision.ok ? decision.after.phones : expect.fail(JSON.stringify(decision.fields))
  }

  it('[D-29] keeps a phone as given, trimmed, and as E.164 of the account’s country', () => {
    expect(phonesAfter([' 030 901821 '])).toEqual([parsePhone('030 901821', 'DE')])
    expect(phonesAfter(['030 901821'])).toMatchObject([{ given: '030 901821', e164: '+4930901821' }])
    expect(phonesAfter(['01 42 68 53 00'], 'FR')).toMatchObject([{ e164: '+33142685300' }])
  })

  it('a list of phones replaces the list, and an absent one leaves it', () => {
    expect(phonesAfter(undefined)).toMatchObject([{ given: '+49 30 901820' }])
    expect(phonesAfter(['+49 30 901821', '+49 30 901822'])).toMatchObject([
      { e164: '+4930901821' },
      { e164: '+4930901822' },
    ])
    expect(phonesAfter([])).toEqual([])
  })

  it('[D-29] one number written in two ways is kept once, as first written', () => {
    const phones = phonesAfter(['030 901821', '+49 30 901821', '+49 30 901822'])
    expect(phones.map(({ given }) => given)).toEqual(['030 901821', '+49 30 901822'])
  })

  it('[D-29] what cannot be read as a number is told apart by its text, and nothing at all is dropped', () => {
    const phones = phonesAfter(['', '   ', 'front desk', 'front desk', 'reception'])
    expect(phones.map(({ given }) => given)).toEqual(['front desk', 'reception'])
    expect(phones.map(({ e164 }) => e164)).toEqual([undefined, undefined])
  })
})

describe('historyFields', () => {
  it('the history of a customer has the fields that can be edited, phones as they were given', () => {
    const person: Person & Contacts = {
      externalId: 'shop-7',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      managerId: 3,
      phones: [parsePhone('030 901821', 'DE'), parsePhone('front desk', 'DE')],
      emails: ['greta@shop.test'],
    }
    expect(historyFields({ ...person, ...{ id: 1, createdAt: new Date(0) } })).toEqual({
      externalId: 'shop-7',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      managerId: 3,
      phones: ['030 901821', 'front desk'],
      emails: ['greta@shop.test'],
    })
  })
})

import type { CustomerEdit } from '@patchbay/contract/crm/customers'
import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../lib/text/phone.ts'
import { type Contacts, decideCustomer, historyFields, type Person } from './rules.ts'

describe('decideCustomer: names', () => {
  const greta: Person & Contacts = {
    externalId: 'shop-7',
    firstName: 'Greta',
    lastName: 'Holm',
    patronymic: 'Ann',
    managerId: 3,
    address: {},
    phones: [parsePhone('+49 30 901820', 'DE')],
    emails: ['greta@shop.test'],
  }

  it('a new customer from an empty edit has no names, contacts or manager', () => {
    expect(decideCustomer(undefined, {}, 'DE')).toEqual({
      ok: true,
      after: {
        externalId: null,
        firstName: '',
        lastName: '',
        patronymic: '',
        managerId: null,
        address: {},
        phones: [],
        emails: [],
      },
    })
  })

  it('an empty edit leaves a customer unchanged', () => {
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
    const person: Person = {
      externalId: null,
      firstName: '',
      lastName: '',
      patronymic: '',
      managerId: null,
      address: {},
    }
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

  it('a customer without addresses gets the given one', () => {
    expect(emailsAfter([], { email: 'a@shop.test' })).toEqual(['a@shop.test'])
  })

  it('addresses are trimmed, empty ones are dropped, and two spellings of one are stored once, as first written', () => {
    expect(emailsAfter([], { emails: [' Ann@Shop.test ', 'ann@shop.TEST', '', '  ', 'bo@shop.test'] })).toEqual([
      'Ann@Shop.test',
      'bo@shop.test',
    ])
  })

  it('an address that is repeated keeps its first place', () => {
    expect(emailsAfter([], { emails: ['a@shop.test', 'b@shop.test', 'A@shop.test'] })).toEqual([
      'a@shop.test',
      'b@shop.test',
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
  const person: Person = { externalId: null, firstName: '', lastName: '', patronymic: '', managerId: null, address: {} }
  const phonesAfter = (numbers: string[] | undefined, country = 'DE') => {
    const before = { ...person, phones: [parsePhone('+49 30 901820', 'DE')], emails: [] }
    const edit = numbers ? { phones: numbers.map((number) => ({ number })) } : {}
    const decision = decideCustomer(before, edit, country)
    return decision.ok ? decision.after.phones : expect.fail(JSON.stringify(decision.fields))
  }

  it('[D-29] stores a phone as given, trimmed, and as E.164 of the account’s country', () => {
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

  it('[D-29] one number written in two ways is stored once, as first written', () => {
    const phones = phonesAfter(['030 901821', '+49 30 901821', '+49 30 901822'])
    expect(phones.map(({ given }) => given)).toEqual(['030 901821', '+49 30 901822'])
  })

  it('[D-29] phones that cannot be parsed are compared by their text, and empty ones are dropped', () => {
    const phones = phonesAfter(['', '   ', 'front desk', 'front desk', 'reception'])
    expect(phones.map(({ given }) => given)).toEqual(['front desk', 'reception'])
    expect(phones.map(({ e164 }) => e164)).toEqual([undefined, undefined])
  })
})

describe('historyFields', () => {
  it('the history of a customer has the editable fields, phones as given', () => {
    const person: Person & Contacts = {
      externalId: 'shop-7',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      managerId: 3,
      address: { city: 'Lund' },
      phones: [parsePhone('030 901821', 'DE'), parsePhone('front desk', 'DE')],
      emails: ['greta@shop.test'],
    }
    expect(historyFields({ ...person, ...{ id: 1, createdAt: new Date(0) } })).toEqual({
      externalId: 'shop-7',
      firstName: 'Greta',
      lastName: 'Holm',
      patronymic: 'Ann',
      managerId: 3,
      'address.city': 'Lund',
      phones: ['030 901821', 'front desk'],
      emails: ['greta@shop.test'],
    })
  })
})

import { describe, expect, it } from 'vitest'
import {
  decideOrderStatus,
  decidePaymentStatus,
  decidePaymentType,
  FIRST_STATUS,
  ORDER_STATUSES,
  type OrderStatusRow,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type PaymentStatusRow,
  type PaymentTypeRow,
} from './rules.ts'

describe('decideOrderStatus', () => {
  const before: OrderStatusRow = {
    code: 'packed',
    name: 'Packed',
    active: true,
    open: true,
    group: 'assembling',
    ordering: 35,
  }

  it('[D-30] a new status needs a name; its group decides whether its orders are open', () => {
    expect(decideOrderStatus(undefined, 'packed', { name: 'Packed', group: 'assembling', ordering: 35 })).toEqual({
      ok: true,
      row: before,
    })
    expect(decideOrderStatus(undefined, 'lost', { name: 'Lost', group: 'cancel' })).toMatchObject({
      ok: true,
      row: { open: false, active: true, ordering: 0 },
    })
    expect(decideOrderStatus(undefined, 'packed', {})).toEqual({ ok: false, fields: { name: 'is missing' } })
  })

  it.for<[Parameters<typeof decideOrderStatus>[2], Partial<OrderStatusRow>]>([
    [{}, {}],
    [{ name: 'Boxed' }, { name: 'Boxed' }],
    [{ active: false }, { active: false }],
    [{ group: 'delivery' }, { group: 'delivery' }],
    [{ ordering: 0 }, { ordering: 0 }],
  ])('a field that is given replaces the old value and no other: %j', ([edit, changed]) => {
    expect(decideOrderStatus(before, 'packed', edit)).toEqual({ ok: true, row: { ...before, ...changed } })
  })

  it('[D-30] an edit neither closes nor reopens orders, and the status of new orders stays available', () => {
    expect(decideOrderStatus(before, 'packed', { group: 'complete' })).toMatchObject({
      ok: false,
      fields: { group: expect.stringContaining('Create another status') },
    })
    const first = { ...before, code: FIRST_STATUS }
    expect(decideOrderStatus(first, FIRST_STATUS, { active: false })).toMatchObject({
      ok: false,
      fields: { active: expect.stringContaining('stays available') },
    })
  })
})

describe('decidePaymentStatus', () => {
  const before: PaymentStatusRow = {
    code: 'paid',
    name: 'Paid',
    active: false,
    complete: true,
    isDefault: true,
    description: 'Money is here',
    ordering: 40,
  }

  it('a new status needs only a name: it is active, not the default, and does not count as paid', () => {
    expect(decidePaymentStatus(undefined, 'credit', { name: 'Credit' })).toEqual({
      ok: true,
      row: {
        code: 'credit',
        name: 'Credit',
        active: true,
        complete: false,
        isDefault: false,
        description: '',
        ordering: 0,
      },
    })
  })

  it('an empty edit leaves a status unchanged', () => {
    expect(decidePaymentStatus(before, 'paid', {})).toEqual({ ok: true, row: before })
  })

  it.for<[Parameters<typeof decidePaymentStatus>[2], Partial<PaymentStatusRow>]>([
    [{ code: 'paid' }, {}],
    [{ name: 'Charged' }, { name: 'Charged' }],
    [{ active: true }, { active: true }],
    [{ defaultForCrm: false }, { isDefault: false }],
    [{ paymentComplete: false }, { complete: false }],
    [{ description: '' }, { description: '' }],
    [{ ordering: 0 }, { ordering: 0 }],
  ])('a field that is given replaces the old value and no other: %j', ([edit, changed]) => {
    expect(decidePaymentStatus(before, 'paid', edit)).toEqual({ ok: true, row: { ...before, ...changed } })
  })

  it('rejects a status without a name, and a code that differs from the one in the path', () => {
    expect(decidePaymentStatus(undefined, 'credit', {})).toEqual({ ok: false, fields: { name: 'is missing' } })
    expect(decidePaymentStatus(before, 'paid', { name: '' })).toEqual({ ok: false, fields: { name: 'is missing' } })
    expect(decidePaymentStatus(before, 'paid', { code: 'unpaid' })).toEqual({
      ok: false,
      fields: { code: 'must equal the code in the address (paid)' },
    })
    expect(decidePaymentStatus(undefined, 'credit', { code: 'debit' })).toEqual({
      ok: false,
      fields: { code: 'must equal the code in the address (credit)', name: 'is missing' },
    })
  })
})

describe('decidePaymentType', () => {
  const before: PaymentTypeRow = {
    code: 'card',
    name: 'Card',
    active: true,
    isDefault: false,
    description: 'By card',
    sites: ['north'],
    ordering: 20,
  }

  it('a new payment type needs only a name: it is active, not the default, and of all shops', () => {
    expect(decidePaymentType(undefined, 'gold', { name: 'Gold' })).toEqual({
      ok: true,
      row: { code: 'gold', name: 'Gold', active: true, isDefault: false, description: '', sites: null, ordering: 0 },
    })
  })

  it('an empty edit leaves a payment type unchanged', () => {
    expect(decidePaymentType(before, 'card', {})).toEqual({ ok: true, row: before })
    expect(decidePaymentType({ ...before, sites: null }, 'card', {})).toEqual({
      ok: true,
      row: { ...before, sites: null },
    })
  })

  it.for<[Parameters<typeof decidePaymentType>[2], Partial<PaymentTypeRow>]>([
    [{ name: 'Bank card' }, { name: 'Bank card' }],
    [{ active: false }, { active: false }],
    [{ defaultForCrm: true }, { isDefault: true }],
    [{ description: '' }, { description: '' }],
    [{ ordering: 5 }, { ordering: 5 }],
    [{ sites: ['south', 'north'] }, { sites: ['south', 'north'] }],
  ])('a field that is given replaces the old value and no other: %j', ([edit, changed]) => {
    expect(decidePaymentType(before, 'card', edit)).toEqual({ ok: true, row: { ...before, ...changed } })
  })

  it('an empty list of shops means all shops', () => {
    expect(decidePaymentType(before, 'card', { sites: [] })).toMatchObject({ ok: true, row: { sites: null } })
  })

  it('rejects a payment type without a name, and a code that differs from the one in the path', () => {
    expect(decidePaymentType(undefined, 'gold', {})).toEqual({ ok: false, fields: { name: 'is missing' } })
    expect(decidePaymentType(before, 'card', { code: 'gold' })).toEqual({
      ok: false,
      fields: { code: 'must equal the code in the address (card)' },
    })
  })
})

describe('the lists of a new account', () => {
  it('each list is numbered in tens, and its codes are unique', () => {
    for (const list of [ORDER_STATUSES, PAYMENT_STATUSES, PAYMENT_TYPES]) {
      expect(list.map(({ ordering }) => ordering)).toEqual(list.map((_, index) => (index + 1) * 10))
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length)
    }
  })

  it('[D-30] orders begin as new; complete, canceled and returned orders are closed', () => {
    expect(FIRST_STATUS).toBe('new')
    expect(ORDER_STATUSES.map(({ code, open }) => [code, open])).toEqual([
      ['new', true],
      ['confirmed', true],
      ['assembling', true],
      ['delivering', true],
      ['complete', false],
      ['canceled', false],
      ['returned', false],
    ])
  })

  it('payments begin as not paid, and only paid counts as paid', () => {
    expect(PAYMENT_STATUSES.map(({ code }) => code)).toEqual([
      'not-paid',
      'invoice',
      'wait-approved',
      'paid',
      'canceled',
      'returned',
    ])
    expect(PAYMENT_STATUSES.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['not-paid'])
    expect(PAYMENT_STATUSES.filter(({ complete }) => complete).map(({ code }) => code)).toEqual(['paid'])
    expect(PAYMENT_STATUSES.every(({ active }) => active)).toBe(true)
  })

  it('the payment types are active and of all shops, and cash is the default', () => {
    expect(PAYMENT_TYPES.map(({ code, isDefault, active, sites }) => [code, isDefault, active, sites])).toEqual([
      ['cash', true, true, null],
      ['bank-card', false, true, null],
      ['bank-transfer', false, true, null],
    ])
  })
})

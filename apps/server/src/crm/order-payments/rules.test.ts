import { minor } from '@patchbay/contract/base/money'
import type { PaymentEdit } from '@patchbay/contract/crm/order-payments'
import { describe, expect, it } from 'vitest'
import { decidePayment, historyOf, type Known, type PaymentDraft } from './rules.ts'

describe('decidePayment', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  const status = { complete: false, isDefault: false, active: true }
  const known: Known = {
    types: [
      { code: 'cash', active: true, sites: null },
      { code: 'card', active: true, sites: ['north', 'south'] },
      { code: 'transfer', active: true, sites: ['south'] },
      { code: 'cheque', active: false, sites: null },
    ],
    statuses: [
      { ...status, code: 'invoice' },
      { ...status, code: 'not-paid', isDefault: true },
      { ...status, code: 'paid', complete: true },
    ],
    currency: 'EUR',
    zone: 'Europe/Berlin',
    site: 'north',
    owed: minor(5_000n),
    limited: true,
    now,
  }
  const before: PaymentDraft = {
    externalId: 'pay-1',
    type: 'cash',
    status: 'invoice',
    amount: minor(1_250n),
    paidAt: null,
    comment: 'by Monday',
  }
  const decided = (edit: PaymentEdit, was?: PaymentDraft, more: Partial<Known> = {}) => {
    const decision = decidePayment(was, edit, { ...known, ...more })
    return decision.ok ? decision.payment : expect.fail(JSON.stringify(decision.fields))
  }
  const refused = (edit: PaymentEdit, was?: PaymentDraft, more: Partial<Known> = {}) => {
    const decision = decidePayment(was, edit, { ...known, ...more })
    return decision.ok ? expect.fail('it was taken') : decision.fields
  }

  it('a new payment that names only its type has the default status and what the order owes, and is not paid', () => {
    expect(decided({ type: 'cash' })).toEqual({
      externalId: null,
      type: 'cash',
      status: 'not-paid',
      amount: 5_000n,
      paidAt: null,
      comment: '',
    })
  })

  it('an empty edit leaves the payment unchanged', () => {
    expect(decided({}, before)).toEqual(before)
  })

  it.for<[PaymentEdit, Partial<PaymentDraft>]>([
    [{ externalId: 'pay-2' }, { externalId: 'pay-2' }],
    [{ type: 'card' }, { type: 'card' }],
    [{ status: 'not-paid' }, { status: 'not-paid' }],
    [{ amount: '0.05' }, { amount: minor(5n) }],
    [{ comment: '' }, { comment: '' }],
    [{ paidAt: '2026-03-30 10:00:00' }, { paidAt: new Date('2026-03-30T08:00:00Z') }],
  ])('a field that is given replaces the old value and no other: %j', ([edit, changed]) => {
    expect(decided(edit, before)).toEqual({ ...before, ...changed })
  })

  it('a payment that becomes complete gets the current time as paidAt, unless a time is given or known', () => {
    const earlier = new Date(0)
    expect(decided({ type: 'cash', status: 'paid' }).paidAt).toEqual(now)
    expect(decided({ status: 'paid' }, before).paidAt).toEqual(now)
    expect(decided({ status: 'paid' }, { ...before, paidAt: earlier }).paidAt).toEqual(earlier)
    expect(decided({ status: 'paid', paidAt: '2026-03-30' }, before).paidAt).toEqual(new Date('2026-03-29T22:00:00Z'))
    expect(decided({ paidAt: '2026-03-30' }, { ...before, paidAt: earlier }).paidAt).toEqual(
      new Date('2026-03-29T22:00:00Z'),
    )
  })

  it.for<[PaymentEdit, string]>([
    [{}, 'is missing'],
    [{ type: 'gold' }, 'is not a payment type: gold'],
    [{ type: 'cheque' }, 'is switched off: cheque'],
    [{ type: 'transfer' }, 'is not for the shop north: transfer'],
  ])('[P-23] refuses a payment type that cannot be used for the shop of the order: %j', ([edit, reason]) => {
    expect(refused(edit)).toEqual({ type: reason })
  })

  it.for(['cash', 'card'])('[P-23] accepts a payment type of all shops, or of this one: %s', (type) => {
    expect(decided({ type })).toMatchObject({ type })
  })

  it('[P-06] a payment keeps a type that can no longer be chosen', () => {
    for (const type of ['gold', 'cheque', 'transfer']) {
      expect(decided({ comment: 'x' }, { ...before, type })).toMatchObject({ type })
      expect(decided({ type }, { ...before, type })).toMatchObject({ type })
    }
  })

  it('rejects a payment status that the account does not have', () => {
    expect(refused({ type: 'cash', status: 'lost' })).toEqual({ status: 'is not a payment status: lost' })
  })

  it('without a default status a new payment has the first, and without any it is rejected', () => {
    const statuses = known.statuses.filter(({ isDefault }) => !isDefault)
    expect(decided({ type: 'cash' }, undefined, { statuses })).toMatchObject({ status: 'invoice' })
    expect(refused({ type: 'cash' }, undefined, { statuses: [] })).toEqual({ status: 'is not a payment status: ' })
  })

  it.for<[string | number, string, string]>([
    [-1, 'EUR', 'must not be negative'],
    ['much', 'EUR', 'is not a decimal number: much'],
    ['1.005', 'EUR', 'may have at most 2 digits behind the point: 1.005'],
    ['1.5', 'JPY', 'may have no digits behind the point: 1.5'],
  ])('[D-41] refuses an amount that is negative or not exact: %s %s', ([amount, currency, reason]) => {
    expect(refused({ type: 'cash', amount }, undefined, { currency })).toEqual({ amount: reason })
  })

  it('[D-87] refuses a payment of nothing, given or because nothing is owed', () => {
    const nothing = { amount: 'must be more than nothing' }
    expect(refused({ type: 'cash', amount: 0 })).toEqual(nothing)
    expect(refused({ amount: '0.00' }, before)).toEqual(nothing)
    expect(refused({ type: 'cash' }, undefined, { owed: minor(0n) })).toEqual(nothing)
    expect(refused({ type: 'cash' }, undefined, { owed: minor(-1n) })).toEqual(nothing)
    expect(refused({ type: 'cash' }, undefined, { owed: minor(0n), limited: false })).toEqual(nothing)
  })

  it('[D-87] refuses more than the order owes, unless the order came with it', () => {
    expect(decided({ type: 'cash', amount: 50 })).toMatchObject({ amount: 5_000n })
    const reason = { amount: 'is more than the order owes: 50.00 EUR' }
    expect(refused({ type: 'cash', amount: '50.01' })).toEqual(reason)
    expect(refused({ amount: '50.01' }, before)).toEqual(reason)
    expect(decided({ type: 'cash', amount: '50.01' }, undefined, { limited: false })).toMatchObject({ amount: 5_001n })
  })

  it('[D-87] leaves a sum that stays as it was, whatever is owed', () => {
    const was = { ...before, amount: minor(9_000n) }
    expect(decided({ comment: 'x' }, was)).toMatchObject({ amount: 9_000n })
    expect(decided({ amount: 90 }, was)).toMatchObject({ amount: 9_000n })
    expect(decided({ comment: 'x' }, { ...before, amount: minor(0n) })).toMatchObject({ amount: 0n })
  })

  it('refuses a time that does not exist', () => {
    expect(refused({ type: 'cash', paidAt: '2026-02-31' })).toEqual({ paidAt: 'is not a time: 2026-02-31' })
  })

  it('reports all errors of an edit at once', () => {
    expect(Object.keys(refused({ status: 'lost', amount: 'x', paidAt: 'x' }))).toEqual([
      'type',
      'status',
      'amount',
      'paidAt',
    ])
  })
})

describe('historyOf', () => {
  const payment: PaymentDraft = {
    externalId: 'pay-1',
    type: 'cash',
    status: 'paid',
    amount: minor(1_250n),
    paidAt: new Date('2026-03-30T08:00:00Z'),
    comment: 'by Monday',
  }

  it('[D-41] the history of a payment has plain values, with the amount as a decimal', () => {
    expect(historyOf(payment, 'EUR')).toEqual({
      externalId: 'pay-1',
      type: 'cash',
      status: 'paid',
      amount: '12.50',
      paidAt: '2026-03-30T08:00:00.000Z',
      comment: 'by Monday',
    })
    expect(historyOf(payment, 'JPY')).toMatchObject({ amount: '1250' })
  })

  it('a payment that is not paid has no time in its history', () => {
    expect(historyOf({ ...payment, paidAt: null }, 'EUR')).toMatchObject({ paidAt: null })
  })
})

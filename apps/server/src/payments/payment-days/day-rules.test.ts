import { money } from '@patchbay/contract/base/money'
import { expect, it } from 'vitest'
import {
  changesSince,
  differenceKey,
  type StoredEntry,
  stateAfter,
  storedEntry,
  totalsOf,
  whyNotClosed,
} from './day-rules.ts'
import type { Entry, OurInvoice } from './rules.ts'

const entry = (change: Partial<StoredEntry> = {}): StoredEntry => ({
  key: 'payment/1',
  movement: 'payment',
  result: 'matched',
  kinds: [],
  at: '2026-11-17T12:00:00.000Z',
  invoiceId: '00000000-0000-4000-8000-000000000001',
  orderId: 1,
  orderNumber: 'A-1',
  currency: 'EUR',
  provider: '100.00',
  ours: '100.00',
  status: 'succeeded',
  refunded: '0.00',
  orderPayment: { amount: '100.00', status: 'paid' },
  ...change,
})

const invoice: OurInvoice = {
  id: '00000000-0000-4000-8000-000000000001',
  externalId: 'pay-1',
  orderId: 1,
  orderNumber: 'A-1',
  status: 'succeeded',
  failed: false,
  amount: money('100.00', 'EUR'),
  captured: money('100.00', 'EUR'),
  refunded: money('0.00', 'EUR'),
  currency: 'EUR',
  paidAt: new Date('2026-11-17T12:00:00.000Z'),
  createdAt: new Date('2026-11-17T11:00:00.000Z'),
  refunds: [],
  orderPayment: { amount: money('100.00', 'EUR'), currency: 'EUR', status: 'paid', complete: true },
}
const compared: Entry = {
  key: 'payment/1',
  movement: 'payment',
  at: new Date('2026-11-17T12:00:00.000Z'),
  paymentId: 'pay-1',
  refundId: undefined,
  invoice,
  currency: 'EUR',
  provider: money('100.00', 'EUR'),
  ours: money('100.00', 'EUR'),
  differences: [],
}

it('[D-134] stores an entry with everything that a later change can be recognised by', () => {
  expect(storedEntry(compared)).toEqual(entry({ paymentId: 'pay-1' }))
  const other = { kind: 'order-payment-differs', detail: {} } as unknown as Entry['differences'][number]
  expect(storedEntry({ ...compared, differences: [other] })).toMatchObject({
    result: 'different',
    kinds: ['order-payment-differs'],
  })
  const statusOf = (change: Partial<OurInvoice>) =>
    storedEntry({ ...compared, invoice: { ...invoice, ...change } }).status
  expect([statusOf({}), statusOf({ failed: true }), statusOf({ status: null })]).toEqual([
    'succeeded',
    'failed',
    'created',
  ])
})

it('[D-134] stores nothing that an entry lacks: a refund has no status, a foreign payment no invoice', () => {
  const refund = storedEntry({ ...compared, movement: 'refund', refundId: 're-1', paymentId: undefined })
  expect(refund).toEqual({
    key: 'payment/1',
    movement: 'refund',
    result: 'matched',
    kinds: [],
    at: '2026-11-17T12:00:00.000Z',
    refundId: 're-1',
    invoiceId: invoice.id,
    orderId: 1,
    orderNumber: 'A-1',
    currency: 'EUR',
    provider: '100.00',
    ours: '100.00',
  })
  const foreign = storedEntry({ ...compared, invoice: undefined, ours: undefined })
  expect(Object.keys(foreign).toSorted()).toEqual(
    ['key', 'movement', 'result', 'kinds', 'at', 'paymentId', 'currency', 'provider'].toSorted(),
  )
  const deleted = storedEntry({ ...compared, provider: undefined, invoice: { ...invoice, orderPayment: undefined } })
  expect(deleted).toMatchObject({ status: 'succeeded', refunded: '0.00' })
  expect([Object.hasOwn(deleted, 'orderPayment'), Object.hasOwn(deleted, 'provider')]).toEqual([false, false])
})

it('[D-134] lists currencies by name', () => {
  const currencies = ['JPY', 'EUR', 'USD'].map((currency) => entry({ currency, provider: '5', ours: '5' }))
  expect(totalsOf(currencies).map(({ currency }) => currency)).toEqual(['EUR', 'JPY', 'USD'])
})

it('[D-134] a change names the invoice, the order and the payment that it is about', () => {
  expect(changesSince([], [entry({ paymentId: 'pay-1' })])).toEqual([
    {
      field: 'added',
      movement: 'payment',
      invoiceId: invoice.id,
      orderId: 1,
      orderNumber: 'A-1',
      paymentId: 'pay-1',
      currency: 'EUR',
      after: '100.00',
    },
  ])
  const { invoiceId: _i, orderId: _o, orderNumber: _n, ours: _ours, ...foreign } = entry({ provider: '7.00' })
  expect(changesSince([foreign], [])).toEqual([
    { field: 'removed', movement: 'payment', currency: 'EUR', before: '7.00' },
  ])
  const both = entry({ kinds: ['order-payment-differs', 'amount'] as StoredEntry['kinds'] })
  expect(changesSince([entry()], [both])).toMatchObject([{ before: '', after: 'order-payment-differs amount' }])
  expect(changesSince([both], [entry({ status: 'canceled' })]).map(({ field }) => field)).toEqual(['status'])
})

it('[D-134] adds up by currency, exactly, and counts a difference on the side that has it', () => {
  const { ours: _ours, ...missing } = entry({ key: 'payment/2', result: 'different', provider: '0.10' })
  const totals = totalsOf([
    entry({ provider: '0.20', ours: '0.20' }),
    missing,
    entry({ key: 'refund/1', movement: 'refund', provider: '0.01', ours: '0.01' }),
    entry({ key: 'payment/3', currency: 'JPY', provider: '5', ours: '5' }),
  ])
  expect(totals).toEqual([
    {
      currency: 'EUR',
      matched: 2,
      different: 1,
      provider: { payments: 2, paid: '0.30', refunds: 1, refunded: '0.01' },
      ours: { payments: 1, paid: '0.20', refunds: 1, refunded: '0.01' },
    },
    {
      currency: 'JPY',
      matched: 1,
      different: 0,
      provider: { payments: 1, paid: '5', refunds: 0, refunded: '0' },
      ours: { payments: 1, paid: '5', refunds: 0, refunded: '0' },
    },
  ])
})

it('[D-134] tells what changed since the closing: fields, what came and what went', () => {
  expect(changesSince([entry()], [entry()])).toEqual([])
  const later = entry({
    status: 'refundSucceeded',
    refunded: '100.00',
    orderPayment: { amount: '100.00', status: 'fail' },
  })
  expect(changesSince([entry()], [later]).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['status', 'succeeded', 'refundSucceeded'],
    ['refunded', '0.00', '100.00'],
    ['order-payment', '100.00 paid', '100.00 fail'],
  ])
  const { orderPayment: _payment, ...without } = entry()
  expect(changesSince([entry()], [without])[0]).toMatchObject({ field: 'order-payment', before: '100.00 paid' })
  expect(changesSince([], [entry()])).toMatchObject([{ field: 'added', after: '100.00', orderNumber: 'A-1' }])
  expect(changesSince([entry()], [])).toMatchObject([{ field: 'removed', before: '100.00' }])
  const other = entry({ result: 'different', kinds: ['order-payment-differs'] })
  expect(changesSince([entry()], [other])).toMatchObject([{ field: 'result', after: 'order-payment-differs' }])
})

it('[D-134] closes an open day with a statement, when every difference is acknowledged', () => {
  expect(whyNotClosed({ state: 'open', statement: 'ready' }, 0)).toBeUndefined()
  expect(whyNotClosed({ state: 'open', statement: 'ready' }, 1)).toBe('day_has_differences')
  for (const statement of ['none', 'requested', 'failed'] as const)
    expect(whyNotClosed({ state: 'open', statement }, 0)).toBe('day_without_statement')
  for (const state of ['closed', 'changed'] as const)
    expect(whyNotClosed({ state, statement: 'ready' }, 0)).toBe('day_closed')
})

it('[D-134] a closed day says that it changed, and no longer when the change is undone', () => {
  expect([stateAfter('open', [1]), stateAfter('closed', [1]), stateAfter('changed', [])]).toEqual([
    'open',
    'changed',
    'closed',
  ])
})

it('[D-134] a difference with another amount is another difference', () => {
  expect(differenceKey('payment/1', 'amount-differs', { ours: '1' })).not.toBe(
    differenceKey('payment/1', 'amount-differs', { ours: '2' }),
  )
})

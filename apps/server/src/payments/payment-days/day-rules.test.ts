import { expect, it } from 'vitest'
import { changesSince, differenceKey, type StoredEntry, stateAfter, totalsOf, whyNotClosed } from './day-rules.ts'

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

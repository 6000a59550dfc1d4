import { expect, it } from 'vitest'
import { orderCurrencies, type PaymentRow, reportFor } from './rules.ts'

const row = (day: string, currency: string, change: Partial<PaymentRow> = {}): PaymentRow => ({
  dimension: 'all',
  value: '',
  day,
  currency,
  issued: 2,
  issuedAmount: '10.10',
  converted: 1,
  paid: 1,
  paidAmount: '0.20',
  held: 0,
  heldAmount: '0',
  refunds: 0,
  refundedAmount: '0',
  paymentTimes: [1, ...new Array<number>(14).fill(0)],
  ...change,
})

it('[D-122] never adds up two currencies, and adds up one exactly', () => {
  const rows = [
    row('2026-11-16', 'EUR'),
    row('2026-11-17', 'EUR'),
    row('2026-11-17', 'JPY', { issuedAmount: '900', paidAmount: '700' }),
  ]
  const period = { from: '2026-11-15', to: '2026-11-17' }
  const euros = reportFor(rows, period, 'EUR')
  expect(euros.total).toMatchObject({
    issued: 4,
    issuedAmount: '20.20',
    paid: 2,
    paidAmount: '0.40',
    heldAmount: '0.00',
  })
  expect(euros.days.map(({ figures }) => figures.paid)).toEqual([0, 1, 1])
  expect(euros.paymentTimes[0]).toBe(2)
  expect(reportFor(rows, period, 'JPY').total.paidAmount).toBe('700')
})

it('shows the currency of the account first', () => {
  expect(orderCurrencies(['EUR', 'USD', 'JPY', 'USD'], 'USD')).toEqual(['USD', 'EUR', 'JPY'])
})

import { expect, it } from 'vitest'
import { dailyPaymentsFor } from './rules.ts'

const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16']

it('has one series for each currency, the account\u2019s own first, and never adds up two currencies', () => {
  const rows = [
    { day: '2026-11-14', currency: 'EUR', amount: '10.10' },
    { day: '2026-11-16', currency: 'EUR', amount: '0.20' },
    { day: '2026-11-15', currency: 'SEK', amount: '5' },
    { day: '2026-11-15', currency: 'JPY', amount: '700' },
  ]
  expect(dailyPaymentsFor(rows, DAYS, 'SEK')).toEqual([
    { currency: 'SEK', amounts: ['0.00', '5.00', '0.00'], total: '5.00' },
    { currency: 'EUR', amounts: ['10.10', '0.00', '0.20'], total: '10.30' },
    { currency: 'JPY', amounts: ['0', '700', '0'], total: '700' },
  ])
})

it('leaves out other days, and is empty when nothing was paid', () => {
  expect(dailyPaymentsFor([{ day: '2026-11-13', currency: 'EUR', amount: '10' }], DAYS, 'EUR')).toEqual([])
  expect(dailyPaymentsFor([], DAYS, 'EUR')).toEqual([])
})

import { expect, it } from 'vitest'
import { guessColumns, readMapping, readRow, whyColumnsRefused } from './file-rules.ts'

const OPTIONS = { zone: 'Europe/Berlin', currency: 'EUR' }
const MAPPING = ['paymentId', 'type', 'amount', 'currency', 'at', 'refundId', 'invoiceUuid'] as const
const read = (...cells: string[]) => readRow(cells, MAPPING, OPTIONS)

it('[D-133] knows columns by their headings, in three languages; the first of two alike counts', () => {
  expect(guessColumns(['Payment ID', 'Amount', 'Currency', 'Created (UTC)'])).toEqual([
    'paymentId',
    'amount',
    'currency',
    'at',
  ])
  expect(guessColumns(['ID de pago', 'Importe', 'Fecha', 'importe'])).toEqual(['paymentId', 'amount', 'at', null])
  expect(guessColumns(['Номер платежа', 'Сумма', 'Дата', 'Комиссия'])).toEqual(['paymentId', 'amount', 'at', null])
})

it('[D-133] takes a mapping that a person chose, and says which column is missing or chosen twice', () => {
  expect(readMapping('paymentId,,amount,nonsense')).toEqual(['paymentId', null, 'amount', null])
  expect(whyColumnsRefused(['paymentId', 'amount', 'at'])).toBeUndefined()
  expect(whyColumnsRefused(['paymentId', 'amount'])).toBe('at')
  expect(whyColumnsRefused(['paymentId', 'amount', 'at', 'type', 'type'])).toBe('type')
})

it('[D-133] reads a row: decimal commas, grouped digits, dotted dates in the time zone of the account', () => {
  expect(read('p-1', 'charge', '1.234,50', 'eur', '17.11.2026 00:30')).toEqual({
    line: {
      ...{ type: 'payment', paymentId: 'p-1', refundId: undefined, invoiceUuid: undefined },
      ...{ amount: 123_450n, currency: 'EUR', at: new Date('2026-11-16T23:30:00Z') },
    },
  })
  expect(read('p-1', 'Refund', '-5', 'EUR', '2026-11-17', 're-1')).toMatchObject({
    line: { type: 'refund', amount: 500n, refundId: 're-1' },
  })
})

it('[D-133] without a type a negative amount is a refund, without a currency it is that of the account', () => {
  const row = readRow(['p', '-1.00', '2026-11-17'], ['paymentId', 'amount', 'at'], OPTIONS)
  expect(row).toMatchObject({ line: { type: 'refund', amount: 100n, currency: 'EUR' } })
})

it('[D-133] leaves out totals and what is neither payment nor refund', () => {
  expect(read('', '', '99,00', 'EUR', '')).toEqual({ skipped: true })
  expect(read('p-1', 'payout', '99,00', 'EUR', '2026-11-17')).toEqual({ skipped: true })
})

it('[D-133] says which cell is wrong', () => {
  const fieldOf = (...cells: string[]) => {
    const row = read(...cells)
    return 'problem' in row ? row.problem.field : undefined
  }
  expect(fieldOf('', 'payment', '1', 'EUR', '2026-11-17')).toBe('paymentId')
  expect(fieldOf('p', 'payment', 'x', 'EUR', '2026-11-17')).toBe('amount')
  expect(fieldOf('p', 'payment', '0', 'EUR', '2026-11-17')).toBe('amount')
  expect(fieldOf('p', 'payment', '1.005', 'EUR', '2026-11-17')).toBe('amount')
  expect(fieldOf('p', 'payment', '1', 'money', '2026-11-17')).toBe('currency')
  expect(fieldOf('p', 'payment', '1', 'EUR', 'yesterday')).toBe('at')
})

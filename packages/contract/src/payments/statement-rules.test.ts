import { expect, it } from 'vitest'
import { readStatementPage } from './statement-rules.ts'

const LINE = {
  type: 'payment',
  paymentId: 'pay-1',
  invoiceUuid: '0197C2A0-0000-7000-8000-000000000001',
  amount: 12.3,
  currency: 'EUR',
  at: '2026-11-17T23:30:00+01:00',
}

const problemOf = (change: Record<string, unknown>) => {
  const read = readStatementPage({ lines: [LINE, { ...LINE, ...change }] })
  return read.ok ? undefined : read.problem
}

it('[D-133] reads a line: exact money, the moment with its offset, ids as texts', () => {
  const read = readStatementPage({
    lines: [LINE, { ...LINE, type: 'refund', paymentId: 7, refundId: 8, amount: '0.10' }],
  })
  expect(read).toMatchObject({
    ok: true,
    next: undefined,
    lines: [
      {
        type: 'payment',
        paymentId: 'pay-1',
        invoiceUuid: '0197c2a0-0000-7000-8000-000000000001',
        amount: 1230n,
        at: new Date('2026-11-17T22:30:00Z'),
      },
      { type: 'refund', paymentId: '7', refundId: '8', amount: 10n },
    ],
  })
})

it('[D-133] keeps the fraction of a second: a payment belongs to one of two periods', () => {
  const read = readStatementPage({ lines: [{ ...LINE, at: '2026-11-17T22:59:59.25Z' }] })
  expect(read.ok && read.lines[0]?.at.toISOString()).toBe('2026-11-17T22:59:59.250Z')
})

it('[D-133] says which line and member of it is wrong, and reads nothing then', () => {
  expect(problemOf({ type: 'fee' })).toEqual({ line: 2, field: 'type', value: 'fee' })
  expect(problemOf({ paymentId: '' })).toEqual({ line: 2, field: 'paymentId', value: '' })
  expect(problemOf({ paymentId: 'a\0b' })?.field).toBe('paymentId')
  expect(problemOf({ refundId: {} })).toEqual({ line: 2, field: 'refundId', value: '{}' })
  expect(problemOf({ invoiceUuid: 'x' })).toEqual({ line: 2, field: 'invoiceUuid', value: 'x' })
  expect(problemOf({ currency: 'euro' })).toEqual({ line: 2, field: 'currency', value: 'euro' })
  for (const amount of [0, -1, 0.001, '1,50', null, Number.NaN]) expect(problemOf({ amount })?.field).toBe('amount')
  for (const at of ['2026-11-17 23:30:00', '2026-11-17', 1, undefined, '2026-02-31T00:00:00Z'])
    expect(problemOf({ at })?.field).toBe('at')
  for (const line of [null, 7, [], 'x']) expect(readStatementPage({ lines: [line] }).ok).toBe(false)
})

it('[D-133] says what is wrong with the page', () => {
  expect(readStatementPage(undefined)).toEqual({ ok: false, problem: { field: 'lines' } })
  expect(readStatementPage({ lines: {} })).toEqual({ ok: false, problem: { field: 'lines', value: '{}' } })
  expect(readStatementPage({ lines: [], next: 7 })).toEqual({ ok: false, problem: { field: 'next', value: '7' } })
  expect(readStatementPage({ lines: Array(1001).fill(LINE) })).toEqual({
    ok: false,
    problem: { field: 'lines', value: '1001 > 1000' },
  })
  expect(readStatementPage({ lines: [], next: 'c2' })).toEqual({ ok: true, lines: [], next: 'c2' })
  expect(readStatementPage({ lines: [], next: null })).toEqual({ ok: true, lines: [], next: undefined })
})

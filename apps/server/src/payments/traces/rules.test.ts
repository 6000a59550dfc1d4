import { money } from '@patchbay/contract/base/money'
import { expect, it } from 'vitest'
import { verdictsOf } from './rules.ts'

const amount = money('100.00', 'USD')
const pending = { status: 'pending', failed: false, errorMsg: null, amount, currency: 'USD' } as const
const approve = { kind: 'approve', state: 'confirmed', errorMsg: null } as const
const codes = (...given: Parameters<typeof verdictsOf>) => verdictsOf(...given).map(({ code }) => code)

it('[D-46] says where the invoice stands', () => {
  const values = { status: 'succeeded', amount: '100.00', currency: 'USD' }
  expect(verdictsOf({ ...pending, status: 'succeeded' }, approve, 0)).toEqual([
    { code: 'invoice.status', ok: true, values },
  ])
  expect(verdictsOf({ ...pending, status: null, failed: true, errorMsg: 'No such shop' }, undefined, 0)).toEqual([
    { code: 'invoice.not-issued', ok: false, values: { said: 'No such shop' } },
  ])
})

it('[D-46] adds what the last operation came to, and reports that contradict the invoice', () => {
  expect(codes(pending, { ...approve, state: 'unknown' }, 2)).toEqual([
    'invoice.status',
    'operation.unknown',
    'invoice.discrepancies',
  ])
  expect(codes(pending, { ...approve, state: 'needs_human' }, 0)).toContain('operation.unknown')
  expect(codes(pending, { ...approve, state: 'sent' }, 0)).toContain('operation.in-progress')
  expect(verdictsOf(pending, { ...approve, state: 'rejected', errorMsg: 'No' }, 0).at(-1)).toEqual({
    ...{ code: 'operation.rejected', ok: false },
    values: { kind: 'approve', said: 'No' },
  })
  expect(codes({ ...pending, failed: true }, { ...approve, kind: 'create', state: 'rejected' }, 0)).toEqual([
    'invoice.not-issued',
  ])
})

import { describe, expect, it } from 'vitest'
import { minor, ZERO } from '../base/money.ts'
import { classifyRefund, decideRefundedAmount } from './refund-rules.ts'
import type { InvoiceFacts } from './report-rules.ts'

const sum = (units: number) => minor(BigInt(units))
const paid = { captured: sum(10_000), refunded: ZERO, currency: 'EUR', refunds: [], open: undefined }
const facts = (more: object = {}) => ({ ...paid, ...more }) as unknown as InvoiceFacts
const pending = { id: 1, externalId: 'r1', operationId: null, amount: sum(3_000), status: 'pending' }

describe('classifyRefund', () => {
  const done = { id: 'r1', status: 'succeeded', amount: sum(3_000) } as const

  it('[D-47] a new refund has its own amount, or all that is left', () => {
    const effect = { kind: 'new', externalId: 'r1', amount: sum(3_000), status: 'succeeded', operationId: null }
    expect(classifyRefund(facts(), done)).toMatchObject({ effect, counted: sum(3_000) })
    expect(classifyRefund(facts({ refunded: sum(4_000) }), { ...done, amount: undefined })).toMatchObject({
      counted: sum(6_000),
    })
  })

  it('[D-47] is matched by the refund id of the module', () => {
    expect(classifyRefund(facts({ refunds: [pending] }), done)).toMatchObject({
      effect: { kind: 'known', id: 1, status: 'succeeded', counts: true },
    })
    expect(classifyRefund(facts({ refunds: [{ ...pending, status: 'succeeded' }] }), done)).toEqual({ counted: ZERO })
  })

  it('[D-47] a cancelled refund of nothing changes nothing', () => {
    const spent = facts({ refunded: sum(10_000) })
    expect(classifyRefund(spent, { id: 'r-9', status: 'canceled', amount: undefined })).toEqual({ counted: ZERO })
  })

  it('[D-47] more than is left, and a refund reported both ways, are discrepancies', () => {
    expect(classifyRefund(facts(), { ...done, amount: sum(10_001) })).toBe('refund-too-large')
    expect(classifyRefund(facts({ refunds: [{ ...pending, status: 'canceled' }] }), done)).toBe('refund-contradiction')
  })
})

describe('decideRefundedAmount', () => {
  it.for<[string, number | null, string | undefined, number, boolean]>([
    ['the requested amount when the answer names none', 3_000, undefined, 3_000, false],
    ['all that is left when neither names one', null, undefined, 10_000, false],
    ['the amount in the answer when it is possible', 3_000, '20', 2_000, true],
    ['the requested amount when the answer is more than is left', 3_000, '200', 3_000, true],
    ['the requested amount when the answer is none', 3_000, 'much', 3_000, true],
    ['the same amount without a discrepancy', 3_000, '30.00', 3_000, false],
  ])('[D-47] %s', ([, requested, reported, amount, differs]) => {
    const asked = requested === null ? null : sum(requested)
    expect(decideRefundedAmount(paid, asked, reported)).toEqual({ amount: sum(amount), differs })
  })
})

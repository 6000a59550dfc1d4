import { describe, expect, it } from 'vitest'
import { INVOICE_STATUSES } from '../base/constants.ts'
import { minor, ZERO } from '../base/money.ts'
import {
  classifyReport,
  comparePosition,
  type InvoiceFacts,
  type OpenOperation,
  type Report,
  readReport,
  readSum,
} from './report-rules.ts'
import type { InvoiceStatus } from './statuses.ts'

const sum = (units: number) => minor(BigInt(units))
const FACTS: InvoiceFacts = {
  status: 'pending',
  visited: ['pending'],
  amount: sum(10_000),
  currency: 'EUR',
  captured: ZERO,
  refunded: ZERO,
  refunds: [],
  open: undefined,
}
const PAID: InvoiceFacts = { ...FACTS, status: 'succeeded', visited: ['pending', 'succeeded'], captured: sum(10_000) }
const operation = (more: Partial<OpenOperation>): OpenOperation => ({
  id: 'o1',
  kind: 'refund',
  state: 'unknown',
  amount: sum(10_000),
  refundExternalId: null,
  ...more,
})
const taken = (facts: InvoiceFacts, report: Report) => {
  const decision = classifyReport(facts, report)
  if (!decision.ok) throw new Error(decision.discrepancy)
  return decision
}

it('[D-42] compares every reported status with every current one', () => {
  const path: Record<InvoiceStatus, InvoiceStatus[]> = {
    pending: ['pending'],
    waitingForCapture: ['pending', 'waitingForCapture'],
    succeeded: ['pending', 'succeeded'],
    canceled: ['pending', 'canceled'],
    refundSucceeded: ['pending', 'succeeded', 'refundSucceeded'],
  }
  const places = INVOICE_STATUSES.map((present) => [
    present,
    ...INVOICE_STATUSES.map((reported) => comparePosition(present, path[present], reported)),
  ])
  expect(places).toEqual([
    ['pending', 'same', 'move', 'move', 'move', 'too-early'],
    ['waitingForCapture', 'older', 'same', 'move', 'move', 'too-early'],
    ['succeeded', 'older', 'older', 'same', 'forbidden-move', 'move'],
    ['canceled', 'older', 'forbidden-move', 'forbidden-move', 'same', 'forbidden-move'],
    ['refundSucceeded', 'older', 'older', 'older', 'forbidden-move', 'same'],
  ])
  // After a cancellation, a hold that we knew of is an older status; one that we did not is money still held.
  expect(comparePosition('canceled', ['pending', 'waitingForCapture', 'canceled'], 'waitingForCapture')).toBe('older')
})

describe('a report', () => {
  it('[D-42] proves that an invoice exists whose creation is unknown', () => {
    const facts: InvoiceFacts = {
      ...FACTS,
      status: null,
      visited: [],
      open: operation({ kind: 'create', amount: null }),
    }
    expect(taken(facts, {})).toEqual({ ok: true, moves: ['pending'], refunds: [], operation: 'confirmed' })
    expect(taken(facts, { status: 'succeeded' }).moves).toEqual(['pending', 'succeeded'])
  })

  it('[D-42] with another amount is a discrepancy, unless a discount explains it', () => {
    expect(classifyReport(FACTS, { status: 'succeeded', amount: sum(9_000) })).toEqual({
      ok: false,
      discrepancy: 'wrong-amount',
    })
    expect(taken(FACTS, { status: 'succeeded', amount: sum(9_000), discount: sum(1_000) }).moves).toEqual(['succeeded'])
    expect(classifyReport(FACTS, { currency: 'USD' })).toEqual({ ok: false, discrepancy: 'wrong-currency' })
  })

  it('[D-42] that arrives too early, or is not allowed, changes nothing', () => {
    expect(classifyReport(FACTS, { status: 'refundSucceeded' })).toEqual({ ok: false, discrepancy: 'too-early' })
    const canceled: InvoiceFacts = { ...FACTS, status: 'canceled', visited: ['pending', 'canceled'] }
    expect(classifyReport(canceled, { status: 'succeeded' })).toEqual({ ok: false, discrepancy: 'forbidden-move' })
    expect(taken(canceled, { status: 'pending' })).toEqual({ ok: true, moves: [], refunds: [], operation: undefined })
  })

  it('[D-42] with the same amount and currency is applied, also without an open operation', () => {
    expect(taken(FACTS, { status: 'succeeded', amount: sum(10_000), currency: 'EUR' })).toEqual({
      ok: true,
      moves: ['succeeded'],
      refunds: [],
      operation: undefined,
    })
    const withoutOperation = taken({ ...FACTS, status: null, visited: [] }, {})
    expect(withoutOperation).toEqual({ ok: true, moves: ['pending'], refunds: [], operation: undefined })
  })

  it('[D-46] confirms the operation that requested it, and supersedes one that is no longer allowed', () => {
    const held: InvoiceFacts = { ...FACTS, status: 'waitingForCapture', visited: ['pending', 'waitingForCapture'] }
    const approve = operation({ kind: 'approve', amount: null })
    const cancel = operation({ kind: 'cancel', amount: null })
    expect(taken({ ...held, open: approve }, { status: 'succeeded' }).operation).toBe('confirmed')
    expect(taken({ ...held, open: approve }, { status: 'canceled' }).operation).toBe('superseded')
    expect(taken({ ...FACTS, open: cancel }, { status: 'succeeded' }).operation).toBe('superseded')
    expect(taken({ ...FACTS, open: cancel }, { status: 'waitingForCapture' }).operation).toBeUndefined()
    expect(taken({ ...FACTS, open: { ...cancel, state: 'requested' } }, { status: 'canceled' }).operation).toBe(
      'superseded',
    )
  })
})

describe('a refund', () => {
  const refund = (id: string, amount: number | undefined, status: 'succeeded' | 'canceled' = 'succeeded'): Report => ({
    refund: { id, status, amount: amount === undefined ? undefined : sum(amount) },
  })

  it('[D-47] of a part is stored; of the rest, the invoice is refunded', () => {
    expect(taken(PAID, refund('a', 3_000))).toEqual({
      ok: true,
      moves: [],
      refunds: [{ kind: 'new', externalId: 'a', amount: sum(3_000), status: 'succeeded', operationId: null }],
      operation: undefined,
    })
    expect(taken({ ...PAID, refunded: sum(3_000) }, refund('b', 7_000)).moves).toEqual(['refundSucceeded'])
    expect(classifyReport({ ...PAID, refunded: sum(3_000) }, refund('b', 7_001))).toEqual({
      ok: false,
      discrepancy: 'refund-too-large',
    })
    expect(classifyReport(FACTS, refund('b', 1))).toEqual({ ok: false, discrepancy: 'refund-too-large' })
  })

  it('[D-47] is matched with the requested one by its id, else by its amount', () => {
    const part = operation({ amount: sum(3_000) })
    expect(taken({ ...PAID, open: part }, refund('a', 3_000)).operation).toBe('confirmed')
    expect(taken({ ...PAID, open: part }, refund('a', 3_000, 'canceled')).operation).toBe('rejected')
    expect(taken({ ...PAID, open: part }, refund('a', 2_000)).operation).toBeUndefined()
    expect(taken({ ...PAID, open: { ...part, refundExternalId: 'z' } }, refund('a', 3_000)).operation).toBeUndefined()
    expect(taken({ ...PAID, open: { ...part, state: 'requested' } }, refund('a', 3_000)).operation).toBeUndefined()
  })

  it('[D-47] without an amount has the requested one, or everything that is left', () => {
    const part = operation({ amount: sum(3_000) })
    expect(taken({ ...PAID, open: part }, refund('a', undefined)).refunds).toMatchObject([
      { amount: sum(3_000), operationId: 'o1' },
    ])
    expect(taken({ ...PAID, refunded: sum(4_000) }, refund('a', undefined)).refunds).toMatchObject([
      { amount: sum(6_000) },
    ])
    expect(taken({ ...PAID, open: { ...part, refundExternalId: 'a' } }, refund('a', 3_000)).operation).toBe('confirmed')
    expect(classifyReport({ ...PAID, refunded: sum(10_000) }, refund('a', undefined))).toEqual({
      ok: false,
      discrepancy: 'refund-too-large',
    })
  })

  it('[D-47] that was not requested leaves the open operation alone', () => {
    const known = { id: 7, externalId: 'a', operationId: 'another', amount: sum(3_000), status: 'pending' as const }
    const facts = { ...PAID, refunds: [known], open: operation({ amount: sum(5_000), state: 'accepted' }) }
    expect(taken(facts, refund('a', 3_000)).operation).toBeUndefined()
    expect(taken({ ...facts, open: undefined }, refund('a', 3_000)).operation).toBeUndefined()
    const nameless = { id: 8, externalId: null, operationId: null, amount: sum(2_000), status: 'succeeded' as const }
    const beside = taken({ ...PAID, refunded: sum(2_000), refunds: [nameless] }, refund('c', 3_000))
    expect(beside.refunds).toMatchObject([{ kind: 'new', externalId: 'c', amount: sum(3_000) }])
  })

  it('[D-47] of everything confirms the operation that requested a full refund', () => {
    const all = { ...PAID, open: operation({}) }
    expect(taken(all, { status: 'refundSucceeded' })).toMatchObject({
      operation: 'confirmed',
      refunds: [{ operationId: 'o1' }],
    })
    const part = { ...PAID, open: operation({ amount: sum(1) }) }
    expect(taken(part, { status: 'refundSucceeded' }).refunds).toMatchObject([
      { operationId: null, amount: sum(10_000) },
    ])
  })

  it('[D-47] that was pending counts when it succeeds, and only once', () => {
    const known = { id: 7, externalId: 'a', operationId: 'o1', amount: sum(3_000), status: 'pending' as const }
    const facts = { ...PAID, refunds: [known], open: operation({ amount: sum(3_000), state: 'accepted' }) }
    const done = taken(facts, refund('a', 3_000))
    expect(done.operation).toBe('confirmed')
    expect(done.refunds).toEqual([{ kind: 'known', id: 7, externalId: 'a', status: 'succeeded', counts: true }])
    expect(taken(facts, refund('a', 3_000, 'canceled')).operation).toBe('rejected')
    const counted = { ...PAID, refunded: sum(3_000), refunds: [{ ...known, status: 'succeeded' as const }] }
    expect(taken(counted, refund('a', 3_000)).refunds).toEqual([])
    expect(classifyReport(counted, refund('a', 3_000, 'canceled'))).toEqual({
      ok: false,
      discrepancy: 'refund-contradiction',
    })
  })

  it('[D-47] of everything without a list is stored without an id, and gets its id later', () => {
    const all = taken(PAID, { status: 'refundSucceeded' })
    expect(all.refunds).toEqual([
      { kind: 'new', externalId: null, amount: sum(10_000), status: 'succeeded', operationId: null },
    ])
    const nameless = { id: 3, externalId: null, operationId: null, amount: sum(10_000), status: 'succeeded' as const }
    const spent: InvoiceFacts = {
      ...PAID,
      status: 'refundSucceeded',
      visited: INVOICE_STATUSES,
      refunded: sum(10_000),
      refunds: [nameless],
    }
    expect(taken(spent, refund('late', 10_000)).refunds).toEqual([
      { kind: 'known', id: 3, externalId: 'late', status: 'succeeded', counts: false },
    ])
  })
})

describe('readReport', () => {
  it('[D-42] reads amounts in the currency of the invoice', () => {
    const said = { status: 'succeeded', amount: '99.50', discountAmount: 0.5, currency: 'EUR' }
    expect(readReport(said, 'EUR')).toEqual({
      status: 'succeeded',
      amount: sum(9_950),
      discount: sum(50),
      currency: 'EUR',
      refund: undefined,
    })
    expect(readReport({ refund: { id: 'r', status: 'succeeded', amount: 1 } }, 'EUR')).toMatchObject({
      refund: { id: 'r', status: 'succeeded', amount: sum(100) },
    })
  })

  it('[D-42] an unknown status and an invalid amount are discrepancies', () => {
    expect(readReport({ status: 'paid' }, 'EUR')).toBe('unknown-status')
    expect(readReport({ amount: '1.234' }, 'EUR')).toBe('wrong-amount')
    expect(readReport({ discountAmount: '1.234' }, 'EUR')).toBe('wrong-amount')
    expect(readReport({ refund: { id: 'r', status: 'succeeded', amount: '1.234' } }, 'EUR')).toBe('wrong-amount')
  })

  it('[D-42] an absent amount is undefined, an invalid one null', () => {
    expect(readSum(undefined, 'EUR')).toBeUndefined()
    expect(readSum('1.234', 'EUR')).toBeNull()
    expect(readSum('1.23', 'EUR')).toBe(sum(123))
  })
})

import { type Minor, minor } from '@patchbay/contract/base/money'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storedEntry, totalsOf } from './day-rules.ts'
import {
  type DayInput,
  type Entry,
  invoiceFinder,
  matchDay,
  type OurInvoice,
  type OurRefund,
  pairRefunds,
} from './rules.ts'

const FROM = new Date('2026-11-17T00:00:00Z')
const TO = new Date('2026-11-18T00:00:00Z')
const NOON = new Date('2026-11-17T12:00:00Z')
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const cents = (units: number): Minor => minor(BigInt(units))

const invoice = (number: number, change: Partial<OurInvoice> = {}): OurInvoice => {
  const amount = change.amount ?? cents(10_000)
  const status = change.status === undefined ? 'succeeded' : change.status
  const captured = change.captured ?? (status === 'succeeded' || status === 'refundSucceeded' ? amount : cents(0))
  return {
    id: uuid(number),
    externalId: `pay-${number}`,
    orderId: number,
    orderNumber: `A-${number}`,
    failed: false,
    refunded: cents(0),
    currency: 'EUR',
    paidAt: captured > 0n ? NOON : null,
    createdAt: FROM,
    refunds: [],
    orderPayment: { amount, currency: 'EUR', status: 'paid', complete: true },
    ...change,
    status,
    amount,
    captured,
  }
}

const refund = (id: number, change: Partial<OurRefund> = {}): OurRefund => ({
  id,
  externalId: `re-${id}`,
  amount: cents(500),
  status: 'succeeded',
  at: NOON,
  ...change,
})

const line = (number: number, change: Partial<ReadLine> = {}): ReadLine => ({
  type: 'payment',
  paymentId: `pay-${number}`,
  refundId: undefined,
  invoiceUuid: undefined,
  amount: cents(10_000),
  currency: 'EUR',
  at: NOON,
  ...change,
})

const refundLine = (number: number, change: Partial<ReadLine> = {}): ReadLine =>
  line(number, { type: 'refund', refundId: 're-1', amount: cents(500), ...change })

const match = (lines: ReadLine[], invoices: OurInvoice[], otherLines: DayInput['otherLines'] = []): Entry[] =>
  matchDay({ from: FROM, to: TO, lines, invoices, otherLines })

const kindsOf = (entries: readonly Entry[]) => entries.map(({ differences }) => differences.map(({ kind }) => kind))
const detailOf = (entries: readonly Entry[]) => entries[0]?.differences[0]?.detail

it('[D-134] matches a line with its invoice and the payment of the order', () => {
  expect(kindsOf(match([line(1)], [invoice(1)]))).toEqual([[]])
  const byUuid = line(9, { invoiceUuid: uuid(1) })
  expect(kindsOf(match([byUuid], [invoice(1, { externalId: null })]))).toEqual([[]])
})

it('[D-134] finds what the provider does not have, and what is not known here', () => {
  expect(kindsOf(match([], [invoice(1)]))).toEqual([['missing-at-provider']])
  expect(kindsOf(match([line(1)], []))).toEqual([['unknown-to-us']])
})

it('[D-134] finds another amount, another currency and another status', () => {
  const amount = match([line(1, { amount: cents(9_999) })], [invoice(1)])
  expect(kindsOf(amount)).toEqual([['amount-differs']])
  expect(detailOf(amount)).toEqual({ provider: '99.99', ours: '100.00' })
  const currency = match([line(1, { currency: 'USD' })], [invoice(1)])
  expect(kindsOf(currency)).toEqual([['currency-differs']])
  expect(currency[0]?.ours).toBeUndefined()
  const pending = match([line(1)], [invoice(1, { status: 'pending' })])
  expect(kindsOf(pending)).toEqual([['status-differs']])
  expect(detailOf(pending)).toEqual({ ours: 'pending' })
  expect(detailOf(match([line(1)], [invoice(1, { status: null, failed: true })]))).toEqual({ ours: 'failed' })
  expect(detailOf(match([line(1)], [invoice(1, { status: null })]))).toEqual({ ours: 'created' })
  const both = match([line(1, { amount: cents(1) })], [invoice(1, { status: 'canceled' })])
  expect(kindsOf(both)).toEqual([['status-differs', 'amount-differs']])
})

it('[D-134] compares the payment of the order with its invoice', () => {
  const payment = { amount: cents(10_000), currency: 'EUR', status: 'not-paid', complete: false }
  expect(kindsOf(match([line(1)], [invoice(1, { orderPayment: undefined })]))).toEqual([['order-payment-missing']])
  const unpaid = match([line(1)], [invoice(1, { orderPayment: payment })])
  expect(kindsOf(unpaid)).toEqual([['order-payment-differs']])
  expect(detailOf(unpaid)).toEqual({ field: 'status', payment: 'not-paid', invoice: 'succeeded' })
  const refunded = invoice(1, { status: 'refundSucceeded', orderPayment: payment })
  expect(kindsOf(match([line(1)], [refunded]))).toEqual([[]])
  const other = { ...payment, complete: true, amount: cents(5) }
  expect(detailOf(match([line(1)], [invoice(1, { orderPayment: other })]))).toEqual({
    ...{ field: 'amount', payment: '0.05', invoice: '100.00' },
  })
  const dollars = { ...payment, complete: true, currency: 'USD' }
  expect(detailOf(match([line(1)], [invoice(1, { orderPayment: dollars })]))?.field).toBe('currency')
})

it('[D-134] a discount of the provider is no difference', () => {
  const discounted = invoice(1, { captured: cents(9_000) })
  expect(kindsOf(match([line(1, { amount: cents(9_000) })], [discounted]))).toEqual([[]])
})

it('[D-134] a second line of the same payment is a duplicate, known or not', () => {
  expect(kindsOf(match([line(1), line(1)], [invoice(1)]))).toEqual([[], ['duplicate-line']])
  expect(kindsOf(match([line(1), line(1)], []))).toEqual([['unknown-to-us'], ['duplicate-line']])
  const twice = invoice(1, { refunds: [refund(1)] })
  expect(kindsOf(match([line(1), refundLine(1), refundLine(1)], [twice]))).toEqual([[], [], ['duplicate-line']])
})

it('[D-134] matches refunds by id, else by amount', () => {
  const refunds = [refund(1), refund(2, { externalId: null, amount: cents(700) })]
  const known = invoice(1, { refunds })
  const lines = [refundLine(1), refundLine(1, { refundId: 're-x', amount: cents(700) })]
  expect(kindsOf(match([line(1), ...lines], [known]))).toEqual([[], [], []])
  expect(kindsOf(match([line(1), lines[0] as ReadLine], [known]))).toEqual([[], [], ['missing-at-provider']])
  expect(kindsOf(match([line(1), refundLine(1)], [invoice(1)]))).toEqual([[], ['unknown-to-us']])
  const amount = match([line(1), refundLine(1, { amount: cents(501) })], [invoice(1, { refunds: [refund(1)] })])
  expect(kindsOf(amount)).toEqual([[], ['amount-differs']])
  const canceled = invoice(1, { refunds: [refund(1, { status: 'canceled' })] })
  expect(kindsOf(match([line(1), refundLine(1)], [canceled]))).toEqual([[], ['status-differs']])
  expect(kindsOf(match([refundLine(8)], []))).toEqual([['unknown-to-us']])
})

it('[D-134] what the statement of another day has is not missing on this one', () => {
  expect(match([], [invoice(1)], [line(1)])).toEqual([])
  const refunded = invoice(1, { refunds: [refund(1)] })
  expect(kindsOf(match([line(1)], [refunded], [refundLine(1)]))).toEqual([[]])
})

it('[D-134] a day begins with its first moment and ends before the next', () => {
  const paid = (at: Date) => match([], [invoice(1, { paidAt: at })]).length
  expect([paid(FROM), paid(new Date(TO.getTime() - 1)), paid(TO), paid(new Date(FROM.getTime() - 1))]).toEqual([
    1, 1, 0, 0,
  ])
})

it('[D-134] of two invoices with one paymentId the paid one counts, else the newest', () => {
  const old = invoice(1, { externalId: 'p', status: 'canceled' })
  const paid = invoice(2, { externalId: 'p' })
  const newer = invoice(3, { externalId: 'p', status: 'pending', createdAt: NOON })
  const find = (...all: OurInvoice[]) => invoiceFinder(all)({ paymentId: 'p', invoiceUuid: undefined })?.id
  expect([find(old, paid, newer), find(newer, old)]).toEqual([uuid(2), uuid(3)])
})

// Any three lists: numbers of payments on each side, with amounts from few values so that they meet.
const sides = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom('payment' as const, 'refund' as const),
    units: fc.integer({ min: 1, max: 4 }),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    refundId: fc.option(fc.constantFrom('re-1', 're-2'), { nil: undefined }),
  }),
  { maxLength: 40 },
)
const ours = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 1, max: 12 }),
    units: fc.integer({ min: 1, max: 4 }),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    status: fc.constantFrom('pending' as const, 'succeeded' as const, 'refundSucceeded' as const),
    today: fc.boolean(),
    refunds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  }),
  { selector: ({ number }) => number, maxLength: 12 },
)

const readSides = (given: {
  lines: typeof sides extends fc.Arbitrary<infer T> ? T : never
  mine: typeof ours extends fc.Arbitrary<infer T> ? T : never
}) => ({
  lines: given.lines.map(({ number, type, units, currency, refundId }) =>
    line(number, { type, amount: cents(units), currency, refundId: type === 'refund' ? refundId : undefined }),
  ),
  invoices: given.mine.map(({ number, units, currency, status, today, refunds }) =>
    invoice(number, {
      amount: cents(units),
      currency,
      status,
      paidAt: status === 'pending' ? null : today ? NOON : TO,
      refunds: refunds.map((amount, place) => refund(place + 1, { amount: cents(amount) })),
      orderPayment: { amount: cents(units), currency, status: 'paid', complete: true },
    }),
  ),
})

it('[D-134] property: every line is in one entry, every payment and refund of ours at most in one, and keys differ', () => {
  fc.assert(
    fc.property(fc.record({ lines: sides, mine: ours }), (given) => {
      const { lines, invoices } = readSides(given)
      const entries = match(lines, invoices)
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
      expect(entries.filter(({ provider }) => provider !== undefined).length).toBe(lines.length)
      // A payment of this day is matched, differs or is missing; nothing of it is silent.
      for (const one of invoices.filter(({ captured, paidAt }) => captured > 0n && paidAt === NOON))
        expect(entries.some(({ invoice: found, movement }) => found === one && movement === 'payment')).toBe(true)
      const totals = totalsOf(entries.map(storedEntry))
      for (const total of totals) {
        const sum = lines
          .filter(({ currency, type }) => currency === total.currency && type === 'payment')
          .reduce((all, { amount }) => all + amount, 0n)
        expect(total.provider.paid.replace('.', '').replace(/^0+(?=\d)/, '')).toBe(String(sum))
      }
    }),
    { seed: 134, numRuns: 500 },
  )
})

it('[D-134] property: lists without a fault match completely, and one planted fault is one difference', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.constantFrom('drop', 'amount', 'twice', 'foreign', 'currency', 'none'),
      (numbers, seed, fault) => {
        const invoices = numbers.map((number) => invoice(number))
        const good = numbers.map((number) => line(number))
        const victim = seed % numbers.length
        const lines = good.flatMap((one, place) => {
          if (place !== victim) return [one]
          switch (fault) {
            case 'drop':
              return []
            case 'amount':
              return [{ ...one, amount: cents(10_001) }]
            case 'twice':
              return [one, one]
            case 'foreign':
              return [one, line(99)]
            case 'currency':
              return [{ ...one, currency: 'USD' }]
            default:
              return [one]
          }
        })
        const expected = {
          ...{ drop: 'missing-at-provider', amount: 'amount-differs', twice: 'duplicate-line' },
          ...{ foreign: 'unknown-to-us', currency: 'currency-differs', none: undefined },
        }[fault]
        const found = match(lines, invoices).flatMap(({ differences }) => differences.map(({ kind }) => kind))
        expect(found).toEqual(expected === undefined ? [] : [expected])
      },
    ),
    { seed: 134, numRuns: 300 },
  )
})

it('[D-134] property: no refund of ours is taken twice', () => {
  const refunds = fc.array(
    fc.record({
      externalId: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
      units: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 6 },
  )
  const lines = fc.array(
    fc.record({
      refundId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      units: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(refunds, lines, (mine, theirs) => {
      const all = mine.map(({ externalId, units }, id) => refund(id, { externalId, amount: cents(units) }))
      const { pairs, rest } = pairRefunds(
        theirs.map(({ refundId, units }) => ({ refundId, amount: cents(units) })),
        all,
      )
      const taken = pairs.flatMap(({ refund: one }) => one ?? [])
      expect(new Set([...taken, ...rest]).size).toBe(all.length)
      expect(taken.length + rest.length).toBe(all.length)
      expect(pairs.length).toBe(theirs.length)
    }),
    { seed: 134 },
  )
})

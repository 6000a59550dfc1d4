import { readFileSync } from 'node:fs'
import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import { money } from '@patchbay/contract/base/money'
import { INVOICE_MOVES, isAllowedMove, targetStatus } from '@patchbay/contract/payments/invoice-rules'
import { OPERATION_KINDS } from '@patchbay/contract/payments/statuses'
import { expect, it } from 'vitest'
import {
  aboutInvoice,
  actionsFor,
  canReportInvoice,
  canSeeInvoice,
  isSupported,
  LIVE_STATUSES,
  ledgerAfter,
  type OfferFacts,
  offersFor,
  paymentAfter,
  whyPaymentStays,
} from './rules.ts'

/** The table of interface 3.1, as the specification has it. */
const specifiedMoves = () => {
  const text = readFileSync(new URL('../../../../../docs/spec/interface.md', import.meta.url), 'utf8')
  const section = text.slice(text.indexOf('### 3.1'), text.indexOf('### 3.2'))
  const rows = section.slice(section.indexOf('| From')).split('\n').slice(2)
  const cells = rows.filter((row) => row.startsWith('|')).map((row) => row.split('|').map((cell) => cell.trim()))
  return cells.map(([, from = '', trigger = '', , to = '']) => ({
    from: from === '(none)' ? null : from,
    trigger: trigger.includes('update-invoice') ? 'update-invoice' : (/(\w+) callback/.exec(trigger)?.[1] ?? trigger),
    to,
  }))
}

it('[P-08][P-09][P-10][P-11][P-12][P-13][P-14] moves as the table of the specification says, row for row', () => {
  expect(specifiedMoves()).toHaveLength(7)
  expect(INVOICE_MOVES).toEqual(specifiedMoves())
})

it('[P-15] allows no other move, for any pair of statuses and any operation', () => {
  const listed = new Set(specifiedMoves().map(({ from, to }) => `${from}>${to}`))
  for (const from of [null, ...INVOICE_STATUSES]) {
    for (const to of INVOICE_STATUSES)
      expect(isAllowedMove(from, to), `${from}>${to}`).toBe(listed.has(`${from}>${to}`))
    for (const kind of OPERATION_KINDS) {
      const row = specifiedMoves().find((move) => move.from === from && move.trigger === kind)
      expect(targetStatus(kind, from), `${kind} of ${from}`).toBe(row?.to)
    }
  }
})

it('[P-16] offers exactly what the specification lists', () => {
  expect(actionsFor(null)).toEqual([])
  expect(actionsFor('pending')).toEqual(['cancel', 'email'])
  expect(actionsFor('waitingForCapture')).toEqual(['approve', 'cancel'])
  expect(actionsFor('succeeded')).toEqual(['refund'])
  expect(actionsFor('canceled')).toEqual([])
  expect(actionsFor('refundSucceeded')).toEqual([])
})

const all: OfferFacts = {
  status: 'pending',
  registered: OPERATION_KINDS,
  refundable: null,
  cancellable: null,
  named: true,
  hasLink: true,
  hasOpenOperation: false,
  stale: false,
  shopGone: false,
  moduleOff: false,
  paymentPaid: false,
}

it('[P-16] a module supports what it registered and did not rule out for this invoice', () => {
  expect(OPERATION_KINDS.every((kind) => isSupported(kind, all))).toBe(true)
  for (const kind of OPERATION_KINDS) {
    expect(isSupported(kind, { ...all, registered: OPERATION_KINDS.filter((one) => one !== kind) })).toBe(false)
    expect(isSupported(kind, { ...all, named: false })).toBe(false)
    expect(isSupported(kind, { ...all, refundable: false })).toBe(kind !== 'refund')
    expect(isSupported(kind, { ...all, cancellable: false })).toBe(kind !== 'cancel')
    expect(isSupported(kind, { ...all, refundable: true, cancellable: true })).toBe(true)
  }
})

it('[P-16] offers what the status allows and the module supports', () => {
  const offers = (more: Partial<OfferFacts>) => offersFor({ ...all, ...more })
  expect(offers({})).toEqual(['cancel', 'email'])
  expect(offers({ registered: ['create'] })).toEqual(['email'])
  expect(offers({ hasLink: false })).toEqual(['cancel'])
  expect(offers({ status: 'waitingForCapture' })).toEqual(['approve', 'cancel'])
  expect(offers({ status: 'waitingForCapture', cancellable: false })).toEqual(['approve'])
  expect(offers({ status: 'succeeded' })).toEqual(['refund'])
  expect(offers({ status: 'succeeded', refundable: false })).toEqual([])
  expect(offers({ hasOpenOperation: true })).toEqual([])
})

it('[P-06][D-51][D-87][D-97] offers no link that nobody can pay by, and to reissue only what can be paid again', () => {
  const offers = (more: Partial<OfferFacts>) => offersFor({ ...all, stale: true, ...more })
  expect(offers({})).toEqual(['cancel', 'email', 'reissue'])
  expect(offers({ cancellable: false })).toEqual(['email'])
  expect(offers({ shopGone: true })).toEqual(['cancel'])
  expect(offers({ paymentPaid: true })).toEqual(['cancel'])
  expect(offers({ moduleOff: true })).toEqual([])
})

it('[D-51] an invoice is live until it is canceled or refunded', () => {
  expect(INVOICE_STATUSES.filter((status) => !(LIVE_STATUSES as readonly string[]).includes(status))).toEqual([
    'canceled',
    'refundSucceeded',
  ])
})

it('[P-22] requests about an invoice are traced by its id', () => {
  expect(aboutInvoice('i1')).toBe('invoice/i1')
})

it.each([
  [[], null, 'north', true, false],
  [['bank'], null, 'north', true, true],
  [['bank'], null, null, true, true],
  [['bank'], ['north'], 'north', true, true],
  [['bank'], ['south'], 'north', false, false],
  [['bank'], ['north'], null, false, false],
  [['pbx'], null, 'north', false, false],
  [[], ['south'], 'north', false, false],
])(
  '[D-05][D-81] a key of %j for the shops %j and an invoice of the bank in %s: reads it %s, reports it %s',
  (modules, sites, site, sees, reports) => {
    const owner = { moduleCode: 'bank', site }
    const key = { modules, everyModule: modules.length === 0, sites }
    expect(canSeeInvoice(key, owner)).toBe(sees)
    expect(canReportInvoice(key, owner)).toBe(reports)
  },
)

it('[P-09][P-10][P-11] a move sets what was held or taken; the discount is not taken', () => {
  const [amount, discount] = [money('10.00', 'EUR'), money('2.50', 'EUR')]
  expect(ledgerAfter('waitingForCapture', amount, discount)).toEqual({ authorised: amount })
  expect(ledgerAfter('succeeded', amount, discount)).toEqual({ captured: money('7.50', 'EUR') })
  for (const to of ['pending', 'canceled', 'refundSucceeded'] as const)
    expect(ledgerAfter(to, amount, discount)).toEqual({})
})

it('[P-18] the payment follows the mapped status, with the time when that status is complete; unmapped, it stays', () => {
  const paidAt = new Date('2026-03-04T05:06:07Z')
  expect(paymentAfter(undefined, paidAt)).toBeUndefined()
  expect(paymentAfter({ status: 'paid', complete: true }, paidAt)).toEqual({ status: 'paid', paidAt })
  expect(paymentAfter({ status: 'held', complete: false }, paidAt)).toEqual({ status: 'held', paidAt: undefined })
})

it('[D-51] a payment stays while its money is on hold or paid', () => {
  expect(whyPaymentStays('waitingForCapture')).toContain('on hold')
  expect(whyPaymentStays('succeeded')).toContain('is paid')
  for (const status of [undefined, null, 'pending', 'canceled', 'refundSucceeded'] as const)
    expect(whyPaymentStays(status)).toBeUndefined()
})

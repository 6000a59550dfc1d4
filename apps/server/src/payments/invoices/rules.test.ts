import { readFileSync } from 'node:fs'
import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import { OPERATION_KINDS } from '@patchbay/contract/payments/statuses'
import { expect, it } from 'vitest'
import {
  aboutInvoice,
  actionsFor,
  INVOICE_MOVES,
  isAllowedMove,
  isInvoiceStatus,
  LIVE_STATUSES,
  targetStatus,
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

it('[P-15] has no other move, for any pair of statuses and any operation', () => {
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

it('[P-11] leads from a hold to a charge by approve, and from nowhere else', () => {
  expect([null, ...INVOICE_STATUSES].filter((status) => targetStatus('approve', status))).toEqual(['waitingForCapture'])
  expect([null, ...INVOICE_STATUSES].filter((status) => targetStatus('refund', status))).toEqual(['succeeded'])
})

it('[P-16] offers exactly what the specification lists', () => {
  expect(actionsFor(null)).toEqual([])
  expect(actionsFor('pending')).toEqual(['cancel', 'email'])
  expect(actionsFor('waitingForCapture')).toEqual(['approve', 'cancel'])
  expect(actionsFor('succeeded')).toEqual(['refund'])
  expect(actionsFor('canceled')).toEqual([])
  expect(actionsFor('refundSucceeded')).toEqual([])
})

it('[D-42] knows the five statuses', () => {
  expect(INVOICE_STATUSES.every(isInvoiceStatus)).toBe(true)
  expect(isInvoiceStatus('paid')).toBe(false)
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

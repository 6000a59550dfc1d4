import { readFileSync } from 'node:fs'
import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import { OPERATION_KINDS, type OperationKind } from '@patchbay/contract/payments/statuses'
import { describe, expect, it } from 'vitest'
import { actionsFor, INVOICE_MOVES, isAllowedMove, isInvoiceStatus, targetStatus } from '../invoices/rules.ts'
import { mayResend, nextStep, reconcileDelay, statusOfWord } from '../reconciliation/rules.ts'
import { type CallOutcome, classifyReply, decideNextState, isOpen, type ModuleReply, OPEN_STATES } from './rules.ts'

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

it('knows the five statuses and which operations are open', () => {
  expect(INVOICE_STATUSES.every(isInvoiceStatus)).toBe(true)
  expect(isInvoiceStatus('paid')).toBe(false)
  expect(OPEN_STATES.every(isOpen)).toBe(true)
  expect(isOpen('confirmed') || isOpen('rejected') || isOpen('superseded')).toBe(false)
})

const answered = (json: unknown, status = 200): ModuleReply => ({ ok: true, status, json })
const created = { paymentId: 'p1', invoiceUrl: 'https://pay.test/p1' }

describe('what an answer means', () => {
  const unknown = (reason: string): CallOutcome => ({ class: 'unknown', reason })
  const cases: [string, OperationKind, ModuleReply, CallOutcome][] = [
    [
      'a created invoice',
      'create',
      answered({ success: true, result: { ...created, cancellable: false } }),
      { class: 'confirmed', created: { externalId: 'p1', link: 'https://pay.test/p1', cancellable: false } },
    ],
    [
      'an id that is a number',
      'create',
      answered({ success: true, result: { ...created, paymentId: 7 } }),
      { class: 'confirmed', created: { externalId: '7', link: 'https://pay.test/p1', cancellable: undefined } },
    ],
    [
      'an id that is no number at all',
      'create',
      answered({ success: true, result: { ...created, paymentId: Number.NaN } }),
      unknown('the answer names no result.paymentId'),
    ],
    [
      'an empty id',
      'create',
      answered({ success: true, result: { ...created, paymentId: '' } }),
      unknown('the answer names no result.paymentId'),
    ],
    [
      'no link',
      'create',
      answered({ success: true, result: { paymentId: 'p1' } }),
      unknown('the answer has no payment link in result.invoiceUrl'),
    ],
    [
      'a link that is none',
      'create',
      answered({ success: true, result: { paymentId: 'p1', invoiceUrl: 'see https://pay.test' } }),
      unknown('the answer has no payment link in result.invoiceUrl'),
    ],
    [
      'a plain link',
      'create',
      answered({ success: true, result: { paymentId: 'p1', invoiceUrl: 'http://pay.test' } }),
      { class: 'confirmed', created: { externalId: 'p1', link: 'http://pay.test', cancellable: undefined } },
    ],
    ['no result', 'create', answered({ success: true }), unknown('the answer names no result.paymentId')],
    [
      'a list as result',
      'create',
      answered({ success: true, result: [created] }),
      unknown('the answer names no result.paymentId'),
    ],
    ['a charge', 'approve', answered({ success: true }), { class: 'confirmed' }],
    ['a cancel with 201', 'cancel', answered({ success: true }, 201), { class: 'confirmed' }],
    [
      'a refund without a word',
      'refund',
      answered({ success: true }),
      { class: 'confirmed', refund: { externalId: undefined, amount: undefined, comment: '' } },
    ],
    [
      'a refund with all words',
      'refund',
      answered({ success: true, result: { id: 9, status: 'succeeded', amount: 12.5, comment: 'ok' } }),
      { class: 'confirmed', refund: { externalId: '9', amount: '12.5', comment: 'ok' } },
    ],
    [
      'a refund that is on its way',
      'refund',
      answered({ success: true, result: { id: 'r', status: 'pending' } }),
      { class: 'accepted', refund: { externalId: 'r', amount: undefined, comment: '' } },
    ],
    [
      'a refund that was canceled',
      'refund',
      answered({ success: true, result: { status: 'canceled', comment: 'no funds' } }),
      { class: 'rejected', errorMsg: 'no funds' },
    ],
    [
      'a refund that was canceled without a reason',
      'refund',
      answered({ success: true, result: { status: 'canceled' } }),
      { class: 'rejected', errorMsg: 'The refund was canceled by the payment system' },
    ],
    [
      'a refund in a state that nobody knows',
      'refund',
      answered({ success: true, result: { status: 'thinking' } }),
      unknown('the answer has an unknown result.status: thinking'),
    ],
    [
      'a refusal',
      'approve',
      answered({ success: false, errorMsg: 'Card expired' }),
      { class: 'rejected', errorMsg: 'Card expired' },
    ],
    [
      'a refusal with a status of failure',
      'approve',
      answered({ success: false, errorMsg: 'Card expired' }, 500),
      { class: 'rejected', errorMsg: 'Card expired' },
    ],
    [
      'a refusal without a word',
      'approve',
      answered({ success: false }),
      unknown('the answer says success: false and no errorMsg'),
    ],
    [
      'a refusal with an empty word',
      'approve',
      answered({ success: false, errorMsg: '' }),
      unknown('the answer says success: false and no errorMsg'),
    ],
    ['success with a status of failure', 'approve', answered({ success: true }, 500), unknown('it answered HTTP 500')],
    ['a redirect', 'approve', answered({ success: true }, 300), unknown('it answered HTTP 300')],
    ['an early answer', 'approve', answered({ success: true }, 199), unknown('it answered HTTP 199')],
    ['what is no JSON', 'approve', answered(undefined), unknown('the answer is not the JSON that was agreed on')],
    [
      'success as text',
      'approve',
      answered({ success: 'true' }),
      unknown('the answer is not the JSON that was agreed on'),
    ],
    ['null', 'approve', answered(null), unknown('the answer is not the JSON that was agreed on')],
    ['a time-out', 'approve', { ok: false, kind: 'unknown', reason: 'no answer' }, unknown('no answer')],
    [
      'a refused connection',
      'approve',
      { ok: false, kind: 'unsent', reason: 'refused' },
      { class: 'not-sent', reason: 'refused', again: true },
    ],
    [
      'our own guard',
      'approve',
      { ok: false, kind: 'refused', reason: 'inside' },
      { class: 'not-sent', reason: 'inside', again: false },
    ],
    [
      'a module at rest',
      'approve',
      { ok: false, kind: 'resting', reason: 'rests' },
      { class: 'not-sent', reason: 'rests', again: false },
    ],
  ]
  it.each(cases)('[D-44][D-46] %s', (_name, kind, reply, outcome) => {
    expect(classifyReply(kind, reply)).toEqual(outcome)
  })
})

describe('what becomes of an operation', () => {
  const fresh = { tries: 1, looks: 0, doubtful: false }
  const doubted = { tries: 2, looks: 1, doubtful: true }
  const unknown: CallOutcome = { class: 'unknown', reason: 'x' }
  const half = 0.5

  it('[D-44] is confirmed by an explicit success, however doubtful it was', () => {
    expect(decideNextState(fresh, { class: 'confirmed' }, half)).toEqual({ state: 'confirmed' })
    expect(decideNextState(doubted, { class: 'confirmed' }, half)).toEqual({ state: 'confirmed' })
  })

  it('[D-44] waits when the module took it on and has not finished', () => {
    expect(decideNextState(fresh, { class: 'accepted' }, half)).toEqual({
      state: 'accepted',
      inSeconds: 15,
      doubtful: false,
    })
  })

  it('[D-46] is unknown after a time-out, and from then on doubtful', () => {
    expect(decideNextState(fresh, unknown, half)).toEqual({ state: 'unknown', inSeconds: 15, doubtful: true })
    expect(decideNextState(doubted, unknown, half)).toEqual({ state: 'unknown', inSeconds: 45, doubtful: true })
  })

  it('[D-46] believes a refusal only while no earlier try may have worked', () => {
    const refused: CallOutcome = { class: 'rejected', errorMsg: 'wrong status' }
    expect(decideNextState(fresh, refused, half)).toEqual({ state: 'rejected', errorMsg: 'wrong status' })
    expect(decideNextState(doubted, refused, half)).toEqual({ state: 'unknown', inSeconds: 45, doubtful: true })
  })

  it('[D-49] tries again what never left us, three times, then says so', () => {
    const unsent: CallOutcome = { class: 'not-sent', reason: 'refused', again: true }
    const after = (tries: number) => decideNextState({ ...fresh, tries }, unsent, half)
    expect([after(1), after(2), after(3)]).toEqual([1, 5, 30].map((inSeconds) => ({ state: 'requested', inSeconds })))
    expect(after(4)).toEqual({ state: 'rejected', errorMsg: 'The module could not be reached: refused' })
    expect(decideNextState(doubted, unsent, half)).toEqual({ state: 'unknown', inSeconds: 45, doubtful: true })
  })

  it('[D-49] tells its user at once when the module rests or may not be called', () => {
    const resting: CallOutcome = { class: 'not-sent', reason: 'rests', again: false }
    expect(decideNextState(fresh, resting, half)).toEqual({
      state: 'rejected',
      errorMsg: 'The module could not be reached: rests',
    })
  })

  it('[D-46] is looked after at 15 s, 1 m, 5 m, 15 m, 1 h, 6 h, then daily for a week, and then by a person', () => {
    let passed = 0
    const minutes = Array.from({ length: 13 }, (_, looks) => {
      passed += reconcileDelay(looks, half) ?? 0
      return passed / 60
    })
    expect(minutes).toEqual([0.25, 1, 5, 15, 60, 360, ...[1, 2, 3, 4, 5, 6, 7].map((days) => days * 1440)])
    expect(reconcileDelay(13, half)).toBeUndefined()
    expect(decideNextState({ ...doubted, looks: 13 }, unknown, half)).toEqual({ state: 'needs_human', doubtful: true })
    expect(reconcileDelay(0, 0)).toBeCloseTo(12)
    expect(reconcileDelay(0, 1)).toBeCloseTo(18)
  })

  it('[D-46] is sent again only to a module that promised to take no notice of it', () => {
    expect(mayResend('unknown', true)).toBe(true)
    expect(mayResend('unknown', false)).toBe(false)
    expect(mayResend('accepted', true)).toBe(false)
  })

  it('needs what its state says', () => {
    expect(
      ['requested', 'sent', 'unknown', 'accepted', 'needs_human', 'confirmed', 'rejected', 'superseded'].map((state) =>
        nextStep(state as 'sent'),
      ),
    ).toEqual(['send', 'give-up-lease', 'look', 'look', 'nothing', 'nothing', 'nothing', 'nothing'])
  })
})

it('[D-46] reads the words of acquirers, and takes one that it does not know for silence', () => {
  const words = {
    pending: ['pending', 'requires_payment_method', 'requires_confirmation', 'requires_action', 'processing'],
    waitingForCapture: ['waitingForCapture', 'waiting_for_capture', 'requires_capture'],
    succeeded: ['succeeded'],
    canceled: ['canceled'],
    refundSucceeded: ['refundSucceeded', 'refunded'],
  }
  for (const [status, said] of Object.entries(words)) for (const word of said) expect(statusOfWord(word)).toBe(status)
  for (const word of ['toString', 'paid', '', undefined, 7, null]) expect(statusOfWord(word)).toBeUndefined()
})

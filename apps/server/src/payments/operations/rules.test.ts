import { OPERATION_STATES, type OperationKind } from '@patchbay/contract/payments/statuses'
import { describe, expect, it } from 'vitest'
import type { Module } from '../../platform/modules/store.ts'
import {
  actionPath,
  type CallOutcome,
  classifyReply,
  decideNextState,
  isOpen,
  type ModuleReply,
  OPEN_STATES,
  operationLane,
} from './rules.ts'

it('[D-45] five states are open and three are closed', () => {
  expect(OPERATION_STATES.filter(isOpen)).toEqual([...OPEN_STATES])
  expect(OPERATION_STATES.filter((state) => !isOpen(state))).toEqual(['confirmed', 'rejected', 'superseded'])
})

it('[P-02] a module without a base URL or without the action does not support an operation', () => {
  const module = { baseUrl: 'https://bank.test', integrations: { payment: { actions: { create: 'new' } } } } as Module
  expect(actionPath(module, 'create')).toBe('new')
  expect(actionPath(module, 'refund')).toBeUndefined()
  expect(actionPath({ ...module, baseUrl: null }, 'create')).toBeUndefined()
})

it('[D-49] operations wait in a lane per invoice, with one endpoint per module', () => {
  expect(operationLane({ id: 'i1', moduleId: 7 })).toEqual({ kind: 'payment', key: 'i1', endpoint: 'payment/7' })
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
  const fresh = { tries: 1, looks: 0, maybeApplied: false }
  const doubted = { tries: 2, looks: 1, maybeApplied: true }
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
      maybeApplied: false,
    })
  })

  it('[D-46] is unknown after a time-out, and from then on maybe applied', () => {
    expect(decideNextState(fresh, unknown, half)).toEqual({ state: 'unknown', inSeconds: 15, maybeApplied: true })
    expect(decideNextState(doubted, unknown, half)).toEqual({ state: 'unknown', inSeconds: 45, maybeApplied: true })
  })

  it('[D-46] believes a refusal only while no earlier try may have worked', () => {
    const refused: CallOutcome = { class: 'rejected', errorMsg: 'wrong status' }
    expect(decideNextState(fresh, refused, half)).toEqual({ state: 'rejected', errorMsg: 'wrong status' })
    expect(decideNextState(doubted, refused, half)).toEqual({ state: 'unknown', inSeconds: 45, maybeApplied: true })
  })

  it('[D-49] tries again what never left us, three times, then says so', () => {
    const unsent: CallOutcome = { class: 'not-sent', reason: 'refused', again: true }
    const after = (tries: number) => decideNextState({ ...fresh, tries }, unsent, half)
    expect([after(1), after(2), after(3)]).toEqual([1, 5, 30].map((inSeconds) => ({ state: 'requested', inSeconds })))
    expect(after(4)).toEqual({ state: 'rejected', errorMsg: 'The module could not be reached: refused' })
    expect(decideNextState(doubted, unsent, half)).toEqual({ state: 'unknown', inSeconds: 45, maybeApplied: true })
  })

  it('[D-49] tells its user at once when the module rests or may not be called', () => {
    const resting: CallOutcome = { class: 'not-sent', reason: 'rests', again: false }
    expect(decideNextState(fresh, resting, half)).toEqual({
      state: 'rejected',
      errorMsg: 'The module could not be reached: rests',
    })
  })

  it('[D-46] is escalated to a person after the last reconciliation', () => {
    expect(decideNextState({ ...doubted, looks: 13 }, unknown, half)).toEqual({
      state: 'needs_human',
      maybeApplied: true,
    })
  })
})

import { minor } from '@patchbay/contract/base/money'
import { OPERATION_STATES, type OperationKind } from '@patchbay/contract/payments/statuses'
import { describe, expect, it } from 'vitest'
import type { Module } from '../../platform/modules/store.ts'
import {
  actionPath,
  type CallOutcome,
  classifyReply,
  decideNextState,
  isOpen,
  isResolvable,
  type ModuleReply,
  OPEN_STATES,
  operationLane,
  operationVerdict,
  refundAmount,
  statusVerdict,
  takenBy,
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

it('[D-47] refunds a part or all that is left, never nothing and never more', () => {
  const refund = (left: bigint, asked?: bigint) => refundAmount(minor(left), asked === undefined ? asked : minor(asked))
  expect([refund(100n), refund(100n, 1n), refund(100n, 100n)]).toEqual([100n, 1n, 100n])
  expect([refund(100n, 101n), refund(100n, 0n), refund(100n, -1n), refund(0n)]).toEqual(Array(4).fill(undefined))
})

it('[D-49] operations wait in a lane per invoice, with one endpoint per module', () => {
  expect(operationLane({ id: 'i1', moduleId: 7 })).toEqual({ kind: 'payment', key: 'i1', endpoint: 'payment/7' })
})

const answered = (json: unknown, status = 200): ModuleReply => ({ ok: true, status, json })
const created = { paymentId: 'p1', invoiceUrl: 'https://pay.test/p1' }

describe('classifyReply', () => {
  const unknown = (reason: string): CallOutcome => expect.objectContaining({ class: 'unknown', reason })
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
      'an id that is NaN',
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
      'an invalid link',
      'create',
      answered({ success: true, result: { paymentId: 'p1', invoiceUrl: 'see https://pay.test' } }),
      unknown('the answer has no complete payment link in result.invoiceUrl: see https://pay.test'),
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
      'a refund without details',
      'refund',
      answered({ success: true }),
      { class: 'confirmed', refund: { externalId: undefined, amount: undefined, comment: '' } },
    ],
    [
      'a refund with all details',
      'refund',
      answered({ success: true, result: { id: 9, status: 'succeeded', amount: 12.5, comment: 'ok' } }),
      { class: 'confirmed', refund: { externalId: '9', amount: '12.5', comment: 'ok' } },
    ],
    [
      'a pending refund',
      'refund',
      answered({ success: true, result: { id: 'r', status: 'pending' } }),
      { class: 'accepted', refund: { externalId: 'r', amount: undefined, comment: '' } },
    ],
    [
      'a canceled refund',
      'refund',
      answered({ success: true, result: { status: 'canceled', comment: 'no funds' } }),
      { class: 'rejected', errorMsg: 'no funds' },
    ],
    [
      'a canceled refund without a reason',
      'refund',
      answered({ success: true, result: { status: 'canceled' } }),
      { class: 'rejected', errorMsg: 'The refund was canceled by the payment system' },
    ],
    [
      'a refund in an unknown state',
      'refund',
      answered({ success: true, result: { status: 'thinking' } }),
      unknown('the answer has an unknown result.status: thinking'),
    ],
    [
      'a rejection',
      'approve',
      answered({ success: false, errorMsg: 'Card expired' }),
      { class: 'rejected', errorMsg: 'Card expired' },
    ],
    [
      'a rejection with an HTTP error status',
      'approve',
      answered({ success: false, errorMsg: 'Card expired' }, 500),
      { class: 'rejected', errorMsg: 'Card expired' },
    ],
    [
      'a rejection without a text',
      'approve',
      answered({ success: false }),
      unknown('the answer says success: false and no errorMsg'),
    ],
    [
      'a rejection with an empty text',
      'approve',
      answered({ success: false, errorMsg: '' }),
      unknown('the answer says success: false and no errorMsg'),
    ],
    ['success with an HTTP error status', 'approve', answered({ success: true }, 500), unknown('it answered HTTP 500')],
    ['a redirect', 'approve', answered({ success: true }, 300), unknown('it answered HTTP 300')],
    ['a 1xx status', 'approve', answered({ success: true }, 199), unknown('it answered HTTP 199')],
    ['not JSON', 'approve', answered(undefined), unknown('the answer is not the JSON that was agreed on')],
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
      'an address that the egress guard rejects',
      'approve',
      { ok: false, kind: 'refused', reason: 'inside' },
      { class: 'not-sent', reason: 'inside', again: false },
    ],
    [
      'an open circuit',
      'approve',
      { ok: false, kind: 'resting', reason: 'paused' },
      { class: 'not-sent', reason: 'paused', again: true },
    ],
  ]
  it.each(cases)('[D-44][D-46] %s', (_name, kind, reply, outcome) => {
    expect(classifyReply(kind, reply)).toEqual(outcome)
  })
})

describe('an operation', () => {
  const fresh = { tries: 1, looks: 0, maybeApplied: false }
  const doubted = { tries: 2, looks: 1, maybeApplied: true }
  const unknown: CallOutcome = { class: 'unknown', reason: 'x' }
  const half = 0.5

  it('[D-44] is confirmed by an explicit success, even if it was unknown before', () => {
    expect(decideNextState(fresh, { class: 'confirmed' }, half)).toEqual({ state: 'confirmed' })
    expect(decideNextState(doubted, { class: 'confirmed' }, half)).toEqual({ state: 'confirmed' })
  })

  it('[D-44] waits when the module accepted it and has not finished', () => {
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

  it('[D-46] accepts a rejection only if no earlier attempt may have been applied', () => {
    const refused: CallOutcome = { class: 'rejected', errorMsg: 'wrong status' }
    expect(decideNextState(fresh, refused, half)).toEqual({ state: 'rejected', errorMsg: 'wrong status' })
    expect(decideNextState(doubted, refused, half)).toEqual({ state: 'unknown', inSeconds: 45, maybeApplied: true })
  })

  it('[D-86] retries an unsent request four times, for longer than a circuit stays open, then fails', () => {
    const unsent: CallOutcome = { class: 'not-sent', reason: 'refused', again: true }
    const after = (tries: number) => decideNextState({ ...fresh, tries }, unsent, half)
    const waits = [1, 5, 30, 60]
    expect(waits.map((_, index) => after(index + 1))).toEqual(
      waits.map((inSeconds) => ({ state: 'requested', inSeconds })),
    )
    expect(after(5)).toEqual({ state: 'rejected', errorMsg: 'The module could not be reached: refused' })
  })

  it('[D-46][D-86] does not retry an operation that may have arrived, though a later attempt was not sent', () => {
    const unsent: CallOutcome = { class: 'not-sent', reason: 'refused', again: true }
    expect(decideNextState(doubted, unsent, half)).toEqual({ state: 'unknown', inSeconds: 45, maybeApplied: true })
  })

  it('[D-49] fails at once when the address is rejected', () => {
    const refused: CallOutcome = { class: 'not-sent', reason: 'inside', again: false }
    expect(decideNextState(fresh, refused, half)).toEqual({
      state: 'rejected',
      errorMsg: 'The module could not be reached: inside',
    })
  })

  it('[D-46] can be resolved by a person once it was sent and while it is open', () => {
    expect(OPERATION_STATES.filter(isResolvable)).toEqual(['unknown', 'accepted', 'needs_human'])
  })

  it('[D-46] is escalated to a person after the last reconciliation', () => {
    expect(decideNextState({ ...doubted, looks: 13 }, unknown, half)).toEqual({
      state: 'needs_human',
      maybeApplied: true,
    })
  })
})

describe('verdicts', () => {
  const answer = (body: string, status = 200) => ({ status, headers: {}, body, truncated: false })
  const said = (json: unknown, status?: number) => answer(JSON.stringify(json), status)

  it('[D-44][D-98] an answer to an operation is accepted, refused in the words of the module, or not understood', () => {
    const verdict = operationVerdict('create')
    expect(verdict(said({ success: true, result: created }, 201))).toEqual({ code: 'accepted', status: 201 })
    expect(verdict(said({ success: false, errorMsg: 'No such shop' }))).toEqual({
      code: 'refused',
      status: 200,
      message: 'No such shop',
    })
    const misunderstood = (why: string, status = 200) => ({ code: 'not-understood', status, why })
    expect(verdict(said({ success: false }))).toEqual(misunderstood('no-reason'))
    expect(verdict(said({}))).toEqual(misunderstood('no-success'))
    expect(verdict(answer('<html>'))).toMatchObject({
      code: 'not-understood',
      why: expect.not.stringMatching('no-success'),
    })
    expect(verdict(said({ success: true, result: { ...created, invoiceUrl: '/p1' } }))).toEqual({
      ...misunderstood('relative-link'),
      value: '/p1',
    })
    expect(verdict(said({ message: 'Down' }, 503))).toMatchObject({ ...misunderstood('http-status', 503) })
  })

  it('[D-46][D-98] an answer to a question for the status must name one that we know', () => {
    const status = (word?: string) => statusVerdict(said({ success: true, result: { status: word } }))
    expect(status('succeeded')).toEqual({ code: 'accepted', status: 200 })
    expect(status('settled')).toEqual({ code: 'not-understood', status: 200, why: 'unknown-status', value: 'settled' })
    expect(status()).toEqual({ code: 'not-understood', status: 200, why: 'unknown-status' })
    expect(statusVerdict(said({ success: false, errorMsg: 'No' }))).toMatchObject({ code: 'refused', message: 'No' })
  })

  it('[D-44] a paymentId that is taken is named with the order that has it', () => {
    expect(takenBy('p1', 'A-1')).toBe('p1, order A-1')
  })

  it('[D-46] says what the answer with an error said, and nothing when it said nothing', () => {
    expect(classifyReply('approve', answered({ errorMsg: 'Down' }, 503))).toEqual({
      class: 'unknown',
      reason: 'it answered HTTP 503',
      why: 'http-status',
      value: 'Down',
    })
    const silent = classifyReply('approve', answered({}, 503))
    expect([silent, Object.hasOwn(silent, 'value')]).toMatchObject([{ why: 'http-status' }, false])
    expect(Object.hasOwn(classifyReply('approve', answered({})), 'value')).toBe(false)
  })
})

import { compare, type Minor, ZERO } from '@patchbay/contract/base/money'
import { OPEN_OPERATION_STATES, type OperationKind, type OperationState } from '@patchbay/contract/payments/statuses'
import type { NotUnderstood } from '@patchbay/contract/platform/workspace/traffic'
import type { Module } from '../../platform/modules/store.ts'
import {
  type Answered,
  messageIn,
  notUnderstood,
  readJsonAnswer,
  refused,
  type VerdictRule,
  verdictBySuccess,
} from '../../platform/traffic/verdict-rules.ts'
import type { Invoice } from '../invoices/store.ts'
import { reconcileDelay, statusOfWord } from '../reconciliation/rules.ts'

/** D-45: an invoice has at most one operation in these states. SQL is generated from this list, indexes are tested against it. */
export const OPEN_STATES = OPEN_OPERATION_STATES

/** D-45 */
export const isOpen = (state: OperationState): boolean => (OPEN_STATES as readonly string[]).includes(state)

/** D-46: a person may say what came of it; an operation that waits or is just being sent has no outcome yet. */
export const isResolvable = (state: OperationState): boolean =>
  isOpen(state) && state !== 'requested' && state !== 'sent'

/** A module's answer; `json` is undefined when the body is not JSON, and `unreadable` says what it is instead. */
export type ModuleReply =
  | { ok: true; status: number; json: unknown; unreadable?: NotUnderstood | undefined }
  | { ok: false; kind: 'refused' | 'unsent' | 'unknown' | 'resting'; reason: string }

export type CallOutcome =
  /** The request was not sent, so it had no effect. `again`: it may yet be sent, and what our own guard refused may not. */
  | { class: 'not-sent'; reason: string; again: boolean }
  | { class: 'confirmed'; created?: Created; refund?: RefundAnswer }
  /** The module accepted it and has not finished. */
  | { class: 'accepted'; refund?: RefundAnswer }
  | { class: 'rejected'; errorMsg: string }
  /** `why`: there was an answer, and this is wrong with it; `value` is what it said in that place. */
  | { class: 'unknown'; reason: string; why?: NotUnderstood; value?: string }

export type Created = { externalId: string; link: string; cancellable: boolean | undefined }
export type RefundAnswer = { externalId: string | undefined; amount: string | undefined; comment: string }

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Ids and amounts come as numbers or as text. */
const text = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** For the action log; the workspace has sentences of its own. */
const REASONS: Partial<Record<NotUnderstood, string>> = {
  'no-payment-id': 'the answer names no result.paymentId',
  'payment-id-taken': 'the paymentId is already used by another invoice',
  'no-link': 'the answer has no payment link in result.invoiceUrl',
  'relative-link': 'the answer has no complete payment link in result.invoiceUrl',
  'no-reason': 'the answer says success: false and no errorMsg',
  'unknown-status': 'the answer has an unknown result.status',
}

/** D-44: there was an answer, and this is wrong with it. */
export const notAgreed = (why: NotUnderstood, value?: string): CallOutcome => ({
  class: 'unknown',
  reason: `${REASONS[why] ?? 'the answer is not the JSON that was agreed on'}${value === undefined ? '' : `: ${value}`}`,
  why,
  ...(value !== undefined && { value }),
})

const classifyCreate = (result: Record<string, unknown>): CallOutcome => {
  const [externalId, link] = [text(result.paymentId), text(result.invoiceUrl)]
  if (externalId === undefined) return notAgreed('no-payment-id')
  if (link === undefined) return notAgreed('no-link')
  if (!/^https?:\/\//.test(link)) return notAgreed('relative-link', link)
  const cancellable = typeof result.cancellable === 'boolean' ? result.cancellable : undefined
  return { class: 'confirmed', created: { externalId, link, cancellable } }
}

/** D-44, D-47: a refund without a status counts as done; `pending` means accepted. */
const classifyRefund = (result: Record<string, unknown>): CallOutcome => {
  const comment = text(result.comment) ?? ''
  const refund = { externalId: text(result.id), amount: text(result.amount), comment }
  switch (result.status ?? 'succeeded') {
    case 'succeeded':
      return { class: 'confirmed', refund }
    case 'pending':
      return { class: 'accepted', refund }
    case 'canceled':
      return { class: 'rejected', errorMsg: comment || 'The refund was canceled by the payment system' }
    default:
      return notAgreed('unknown-status', String(result.status))
  }
}

/** P-21, D-44, D-46, D-86: classifies a module's answer. Anything unclear is unknown, never a failure. */
export const classifyReply = (kind: OperationKind, reply: ModuleReply): CallOutcome => {
  if (!reply.ok) {
    return reply.kind === 'unknown'
      ? { class: 'unknown', reason: reply.reason }
      : { class: 'not-sent', reason: reply.reason, again: reply.kind !== 'refused' }
  }
  const answer = record(reply.json)
  if (answer.success === false && typeof answer.errorMsg === 'string' && answer.errorMsg !== '') {
    return { class: 'rejected', errorMsg: answer.errorMsg }
  }
  if (reply.status < 200 || reply.status >= 300) {
    const value = messageIn(reply.json)
    const reason = `it answered HTTP ${reply.status}`
    return { class: 'unknown', reason, why: 'http-status', ...(value !== undefined && { value }) }
  }
  if (answer.success === false) return notAgreed('no-reason')
  if (answer.success !== true) return notAgreed(reply.unreadable ?? 'no-success')
  if (kind === 'create') return classifyCreate(record(answer.result))
  return kind === 'refund' ? classifyRefund(record(answer.result)) : { class: 'confirmed' }
}

/** D-44: an answer as it is classified. */
export const replyOf = (answer: Answered): ModuleReply => {
  const { json, unreadable } = readJsonAnswer(answer)
  return { ok: true, status: answer.status, json, unreadable }
}

/** D-44, D-98: the classification of an answer, as traffic, trace and module health tell it. */
export const operationVerdict =
  (kind: OperationKind): VerdictRule =>
  (answer) => {
    const outcome = classifyReply(kind, replyOf(answer))
    if (outcome.class === 'rejected') return refused(answer.status, outcome.errorMsg)
    return outcome.class === 'unknown'
      ? notUnderstood(answer.status, outcome.why ?? 'no-success', outcome.value)
      : { code: 'accepted', status: answer.status }
  }

/** D-44: the paymentId and the order whose invoice has it, as the verdict names them. */
export const takenBy = (paymentId: string, orderNumber: string): string => `${paymentId}, order ${orderNumber}`

/** D-46, D-98: an answer to `status` must name one that we know. */
export const statusVerdict: VerdictRule = (answer) => {
  const verdict = verdictBySuccess(answer)
  if (verdict.code !== 'accepted') return verdict
  const { status } = record(record(readJsonAnswer(answer).json).result)
  return statusOfWord(status) === undefined
    ? notUnderstood(answer.status, 'unknown-status', status === undefined ? undefined : String(status))
    : verdict
}

export type OperationProgress = { tries: number; looks: number; maybeApplied: boolean }

export type NextState =
  | { state: 'requested'; inSeconds: number }
  | { state: 'unknown' | 'accepted'; inSeconds: number; maybeApplied: boolean }
  | { state: 'needs_human'; maybeApplied: boolean }
  | { state: 'confirmed' }
  | { state: 'rejected'; errorMsg: string }

/** D-86: longer in all than the circuit breaker rests. */
const UNSENT_SECONDS = [1, 5, 30, 60]

const waiting = (state: 'unknown' | 'accepted', looks: number, maybeApplied: boolean, random: number): NextState => {
  const inSeconds = reconcileDelay(looks, random)
  return inSeconds === undefined ? { state: 'needs_human', maybeApplied } : { state, inSeconds, maybeApplied }
}

/**
 * D-44…D-46, D-86: the operation's next state. A rejection counts only if no earlier attempt may have been applied: a module
 * answers "wrong status" to the second of two attempts that worked.
 */
export const decideNextState = (
  { tries, looks, maybeApplied }: OperationProgress,
  outcome: CallOutcome,
  random: number,
): NextState => {
  switch (outcome.class) {
    case 'confirmed':
      return { state: 'confirmed' }
    case 'accepted':
      return waiting('accepted', looks, maybeApplied, random)
    case 'unknown':
      return waiting('unknown', looks, true, random)
    case 'rejected':
      return maybeApplied ? waiting('unknown', looks, true, random) : { state: 'rejected', errorMsg: outcome.errorMsg }
    case 'not-sent': {
      if (maybeApplied) return waiting('unknown', looks, true, random)
      const inSeconds = outcome.again ? UNSENT_SECONDS[tries - 1] : undefined
      if (inSeconds !== undefined) return { state: 'requested', inSeconds }
      return { state: 'rejected', errorMsg: `The module could not be reached: ${outcome.reason}` }
    }
  }
}

/** D-47: what is refunded: what was asked for, or everything that is left; undefined when nothing or more than that was asked for. */
export const refundAmount = (left: Minor, asked: Minor | undefined): Minor | undefined => {
  const amount = asked ?? left
  return compare(amount, ZERO) > 0 && compare(amount, left) <= 0 ? amount : undefined
}

/** P-02: the path of a module's action; undefined if the module does not support it. */
export const actionPath = (module: Module, action: OperationKind | 'status' | 'statement'): string | undefined =>
  module.baseUrl === null ? undefined : module.integrations.payment?.actions[action]

/** D-46: workers run and reconcile open operations in this lane, one key per invoice. */
export const OPERATION_LANE = 'payment'

/** D-46, D-49: the lane of an invoice; one endpoint per module, so a slow module delays only itself. */
export const operationLane = (invoice: Pick<Invoice, 'id' | 'moduleId'>) => ({
  kind: OPERATION_LANE,
  key: invoice.id,
  endpoint: `payment/${invoice.moduleId}`,
})

/** D-46: seconds that the requesting process has to send an operation before a worker takes it over. */
export const GRACE_SECONDS = 12

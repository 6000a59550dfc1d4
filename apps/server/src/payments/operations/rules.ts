import type { OperationKind, OperationState } from '@patchbay/contract/payments/statuses'
import type { Module } from '../../platform/modules/store.ts'
import type { Invoice } from '../invoices/store.ts'
import { reconcileDelay } from '../reconciliation/rules.ts'

export const OPEN_STATES = ['requested', 'sent', 'unknown', 'accepted', 'needs_human'] as const

export const isOpen = (state: OperationState): boolean => (OPEN_STATES as readonly string[]).includes(state)

// What came back

/** A module's answer as far as it could be read: `json` is undefined when the body was no JSON. */
export type ModuleReply =
  | { ok: true; status: number; json: unknown }
  | { ok: false; kind: 'refused' | 'unsent' | 'unknown' | 'resting'; reason: string }

export type CallOutcome =
  /** No byte of the request left us: it is certain to have had no effect. */
  | { class: 'not-sent'; reason: string; again: boolean }
  | { class: 'confirmed'; created?: Created; refund?: RefundAnswer }
  /** The module took it on and has not finished. */
  | { class: 'accepted'; refund?: RefundAnswer }
  | { class: 'rejected'; errorMsg: string }
  | { class: 'unknown'; reason: string }

export type Created = { externalId: string; link: string; cancellable: boolean | undefined }
export type RefundAnswer = { externalId: string | undefined; amount: string | undefined; comment: string }

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Ids and sums come as numbers or as text. */
const text = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const classifyCreate = (result: Record<string, unknown>): CallOutcome => {
  const [externalId, link] = [text(result.paymentId), text(result.invoiceUrl)]
  if (externalId === undefined) return { class: 'unknown', reason: 'the answer names no result.paymentId' }
  if (link === undefined || !/^https?:\/\//.test(link)) {
    return { class: 'unknown', reason: 'the answer has no payment link in result.invoiceUrl' }
  }
  const cancellable = typeof result.cancellable === 'boolean' ? result.cancellable : undefined
  return { class: 'confirmed', created: { externalId, link, cancellable } }
}

/** D-44, D-47: a refund is done when its result says so or says nothing; "pending" is a promise. */
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
      return { class: 'unknown', reason: `the answer has an unknown result.status: ${String(result.status)}` }
  }
}

/** D-44, D-46: what an answer to an operation means. Whatever is not clear is unknown, never a failure. */
export const classifyReply = (kind: OperationKind, reply: ModuleReply): CallOutcome => {
  if (!reply.ok) {
    return reply.kind === 'unknown'
      ? { class: 'unknown', reason: reply.reason }
      : { class: 'not-sent', reason: reply.reason, again: reply.kind === 'unsent' }
  }
  const answer = record(reply.json)
  if (answer.success === false && typeof answer.errorMsg === 'string' && answer.errorMsg !== '') {
    return { class: 'rejected', errorMsg: answer.errorMsg }
  }
  if (reply.status < 200 || reply.status >= 300) return { class: 'unknown', reason: `it answered HTTP ${reply.status}` }
  if (answer.success === false) return { class: 'unknown', reason: 'the answer says success: false and no errorMsg' }
  if (answer.success !== true) return { class: 'unknown', reason: 'the answer is not the JSON that was agreed on' }
  if (kind === 'create') return classifyCreate(record(answer.result))
  return kind === 'refund' ? classifyRefund(record(answer.result)) : { class: 'confirmed' }
}

// What becomes of the operation

export type OperationProgress = { tries: number; looks: number; doubtful: boolean }

export type NextState =
  | { state: 'requested'; inSeconds: number }
  | { state: 'unknown' | 'accepted'; inSeconds: number; doubtful: boolean }
  | { state: 'needs_human'; doubtful: boolean }
  | { state: 'confirmed' }
  | { state: 'rejected'; errorMsg: string }

const UNSENT_SECONDS = [1, 5, 30]

const waiting = (state: 'unknown' | 'accepted', looks: number, doubtful: boolean, random: number): NextState => {
  const inSeconds = reconcileDelay(looks, random)
  return inSeconds === undefined ? { state: 'needs_human', doubtful } : { state, inSeconds, doubtful }
}

/**
 * D-44…D-46: what an outcome makes of an operation. A refusal is believed only while no earlier try may have had its
 * effect: "wrong status" is what a module says to the second of two that worked.
 */
export const decideNextState = (
  { tries, looks, doubtful }: OperationProgress,
  outcome: CallOutcome,
  random: number,
): NextState => {
  switch (outcome.class) {
    case 'confirmed':
      return { state: 'confirmed' }
    case 'accepted':
      return waiting('accepted', looks, doubtful, random)
    case 'unknown':
      return waiting('unknown', looks, true, random)
    case 'rejected':
      return doubtful ? waiting('unknown', looks, true, random) : { state: 'rejected', errorMsg: outcome.errorMsg }
    case 'not-sent': {
      if (doubtful) return waiting('unknown', looks, true, random)
      const inSeconds = outcome.again ? UNSENT_SECONDS[tries - 1] : undefined
      if (inSeconds !== undefined) return { state: 'requested', inSeconds }
      return { state: 'rejected', errorMsg: `The module could not be reached: ${outcome.reason}` }
    }
  }
}

export const actionPath = (module: Module, action: OperationKind | 'status'): string | undefined =>
  module.baseUrl === null ? undefined : module.integrations.payment?.actions[action]

// How an invoice comes to be: stored together with the operation that asks the module to create it.

/** The lane that looks after an invoice's operation when nobody else does. */
export const OPERATION_LANE = 'payment'

export const operationLane = (invoice: Pick<Invoice, 'id' | 'moduleId'>) => ({
  kind: OPERATION_LANE,
  key: invoice.id,
  endpoint: `payment/${invoice.moduleId}`,
})

/** Seconds that whoever asked has to run an operation; then a worker takes it. */
export const GRACE_SECONDS = 12

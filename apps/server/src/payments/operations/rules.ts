import {
  INVOICE_STATUSES,
  type InvoiceStatus,
  type OperationKind,
  type OperationState,
} from '@patchbay/contract/payments/operations'

// Pure decisions about invoices: which moves there are, what a module's answer means, and when to look again.
// What a module's report means is in judge.ts beside it.

type Move = { from: InvoiceStatus | null; trigger: OperationKind | 'update-invoice'; to: InvoiceStatus }

/** P-08…P-14: the moves of interface 3.1, row for row. There is no other (P-15). */
export const INVOICE_MOVES: readonly Move[] = [
  { from: null, trigger: 'create', to: 'pending' },
  { from: 'pending', trigger: 'update-invoice', to: 'succeeded' },
  { from: 'pending', trigger: 'update-invoice', to: 'waitingForCapture' },
  { from: 'waitingForCapture', trigger: 'approve', to: 'succeeded' },
  { from: 'pending', trigger: 'cancel', to: 'canceled' },
  { from: 'waitingForCapture', trigger: 'cancel', to: 'canceled' },
  { from: 'succeeded', trigger: 'refund', to: 'refundSucceeded' },
]

/** Where an operation leads from here; undefined when it may not be asked for. */
export const goalOf = (kind: OperationKind, status: InvoiceStatus | null): InvoiceStatus | undefined =>
  INVOICE_MOVES.find((move) => move.trigger === kind && move.from === status)?.to

export const isMove = (from: InvoiceStatus | null, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && move.to === to)

export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (INVOICE_STATUSES as readonly string[]).includes(word)

export type Offer = Exclude<OperationKind, 'create'> | 'email'

/** P-16: what the interface offers in a status, and nothing else. */
export const offersFor = (status: InvoiceStatus | null): Offer[] => {
  const operations = INVOICE_MOVES.flatMap(({ from, trigger }) =>
    from !== null && from === status && trigger !== 'update-invoice' && trigger !== 'create' ? [trigger] : [],
  )
  return status === 'pending' ? [...operations, 'email'] : operations
}

export const OPEN_STATES = ['requested', 'sent', 'unknown', 'accepted', 'needs_human'] as const

export const isOpen = (state: OperationState): boolean => (OPEN_STATES as readonly string[]).includes(state)

// What came back

/** A module's answer as far as it could be read: `json` is undefined when the body was no JSON. */
export type ModuleReply =
  | { ok: true; status: number; json: unknown }
  | { ok: false; kind: 'refused' | 'unsent' | 'unknown' | 'resting'; reason: string }

export type Outcome =
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

const classifyCreate = (result: Record<string, unknown>): Outcome => {
  const [externalId, link] = [text(result.paymentId), text(result.invoiceUrl)]
  if (externalId === undefined) return { class: 'unknown', reason: 'the answer names no result.paymentId' }
  if (link === undefined || !/^https?:\/\//.test(link)) {
    return { class: 'unknown', reason: 'the answer has no payment link in result.invoiceUrl' }
  }
  const cancellable = typeof result.cancellable === 'boolean' ? result.cancellable : undefined
  return { class: 'confirmed', created: { externalId, link, cancellable } }
}

/** D-44, D-47: a refund is done when its result says so or says nothing; "pending" is a promise. */
const classifyRefund = (result: Record<string, unknown>): Outcome => {
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
export const classify = (kind: OperationKind, reply: ModuleReply): Outcome => {
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

export type Standing = { tries: number; looks: number; doubtful: boolean }

export type Settled =
  | { state: 'requested'; inSeconds: number }
  | { state: 'unknown' | 'accepted'; inSeconds: number; doubtful: boolean }
  | { state: 'needs_human'; doubtful: boolean }
  | { state: 'confirmed' }
  | { state: 'rejected'; errorMsg: string }

const UNSENT_SECONDS = [1, 5, 30]
const DAY = 86_400
/** D-46, a timetable: 15 s, 1 m, 5 m, 15 m, 1 h, 6 h after it was sent, then daily for a week. */
const LOOKS_AT = [15, 60, 300, 900, 3_600, 21_600, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY, 7 * DAY]

/** When to look after an operation whose outcome is not known; undefined when it is a person's turn. */
export const lookDelay = (looks: number, random: number): number | undefined => {
  const at = LOOKS_AT[looks]
  return at === undefined ? undefined : (at - (LOOKS_AT[looks - 1] ?? 0)) * (0.8 + 0.4 * random)
}

const waiting = (state: 'unknown' | 'accepted', looks: number, doubtful: boolean, random: number): Settled => {
  const inSeconds = lookDelay(looks, random)
  return inSeconds === undefined ? { state: 'needs_human', doubtful } : { state, inSeconds, doubtful }
}

/**
 * D-44…D-46: what an outcome makes of an operation. A refusal is believed only while no earlier try may have had its
 * effect: "wrong status" is what a module says to the second of two that worked.
 */
export const decideSettle = ({ tries, looks, doubtful }: Standing, outcome: Outcome, random: number): Settled => {
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

export type Step = 'send' | 'give-up-lease' | 'look' | 'nothing'

/** What an open operation needs when it is due. A `sent` one that comes due has lost whoever sent it. */
export const stepFor = (state: OperationState): Step => {
  switch (state) {
    case 'requested':
      return 'send'
    case 'sent':
      return 'give-up-lease'
    case 'unknown':
    case 'accepted':
      return 'look'
    default:
      return 'nothing'
  }
}

/** D-46: a repeat goes only to a module that promised to take no notice of it, and only while its fate is unknown. */
export const mayResend = (state: OperationState, idempotent: boolean): boolean => state === 'unknown' && idempotent

const STATUS_WORDS: Readonly<Record<string, InvoiceStatus>> = {
  pending: 'pending',
  requires_payment_method: 'pending',
  requires_confirmation: 'pending',
  requires_action: 'pending',
  processing: 'pending',
  waitingForCapture: 'waitingForCapture',
  waiting_for_capture: 'waitingForCapture',
  requires_capture: 'waitingForCapture',
  succeeded: 'succeeded',
  canceled: 'canceled',
  refundSucceeded: 'refundSucceeded',
  refunded: 'refundSucceeded',
}

/** The status action answers in the acquirer's words; one that we do not know says nothing. */
export const statusOfWord = (word: unknown): InvoiceStatus | undefined =>
  typeof word === 'string' && Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined

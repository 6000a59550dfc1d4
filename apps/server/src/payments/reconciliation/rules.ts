import type { InvoiceStatus, OperationState } from '@patchbay/contract/payments/statuses'

const DAY = 86_400

/** D-46: 15 s, 1 m, 5 m, 15 m, 1 h, 6 h after the request was sent, then daily for a week. */
const RECONCILE_AT = [15, 60, 300, 900, 3_600, 21_600, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY, 7 * DAY]

/** D-46: seconds until the next reconciliation, with jitter; undefined when the operation is escalated to a person. */
export const reconcileDelay = (looks: number, random: number): number | undefined => {
  const at = RECONCILE_AT[looks]
  return at === undefined ? undefined : (at - (RECONCILE_AT[looks - 1] ?? 0)) * (0.8 + 0.4 * random)
}

export type Step = 'send' | 'expire-lease' | 'reconcile' | 'nothing'

/** D-46: what a worker does with an operation that is due. A `sent` one that comes due lost the process that sent it. */
export const nextStep = (state: OperationState): Step => {
  switch (state) {
    case 'requested':
      return 'send'
    case 'sent':
      return 'expire-lease'
    case 'unknown':
    case 'accepted':
      return 'reconcile'
    default:
      return 'nothing'
  }
}

/** D-46, D-99: resend only an unknown operation, and only to a module that declared itself idempotent. */
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

/** D-46: maps an acquirer's status to an invoice status; undefined for one that we do not know. */
export const statusOfWord = (word: unknown): InvoiceStatus | undefined =>
  typeof word === 'string' && Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined

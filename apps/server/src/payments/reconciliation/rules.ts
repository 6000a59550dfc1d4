import type { InvoiceStatus, OperationState } from '@patchbay/contract/payments/statuses'

const DAY = 86_400

/** D-46, a timetable: 15 s, 1 m, 5 m, 15 m, 1 h, 6 h after it was sent, then daily for a week. */
const RECONCILE_AT = [15, 60, 300, 900, 3_600, 21_600, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY, 7 * DAY]

/** When to look after an operation whose outcome is not known; undefined when it is a person's turn. */
export const reconcileDelay = (looks: number, random: number): number | undefined => {
  const at = RECONCILE_AT[looks]
  return at === undefined ? undefined : (at - (RECONCILE_AT[looks - 1] ?? 0)) * (0.8 + 0.4 * random)
}

export type Step = 'send' | 'give-up-lease' | 'look' | 'nothing'

/** What an open operation needs when it is due. A `sent` one that comes due has lost whoever sent it. */
export const nextStep = (state: OperationState): Step => {
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

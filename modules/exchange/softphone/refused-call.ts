import type { IncomingResponse } from 'jssip/lib/SIPMessage'

// Why a call that was dialled came to nothing, as a code with a text in every language (texts.ts).

/** What the exchange says itself, in X-Exchange-Reason. */
const REASONS = {
  'no-carrier': 'no-carrier',
  'forbidden-number': 'forbidden-number',
  'too-many-calls-at-once': 'calls-at-once',
  'too-many-calls-this-hour': 'calls-per-hour',
  'not-a-number': 'unknown-number',
  'not-connected': 'not-connected',
} as const

/** What SIP says: the answers of other exchanges and carriers. */
const STATUSES = {
  403: 'not-allowed',
  404: 'unknown-number',
  408: 'no-answer',
  480: 'no-answer',
  484: 'unknown-number',
  486: 'busy',
  600: 'busy',
  603: 'declined',
  604: 'unknown-number',
} as const

export type Refusal =
  | (typeof REASONS)[keyof typeof REASONS]
  | (typeof STATUSES)[keyof typeof STATUSES]
  | 'offline'
  | 'needs-permission'
  | 'call-failed'

const isKey = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

/** By JsSIP's cause and the response, if there was one. Undefined when the user ended it. */
export const refusalOf = (
  cause: string,
  response: Pick<IncomingResponse, 'status_code' | 'getHeader'> | undefined,
): Refusal | undefined => {
  if (cause === 'Canceled') return undefined
  if (cause === 'User Denied Media Access') return 'needs-permission'
  if (!response) return 'offline'
  const reason = String(response.getHeader('X-Exchange-Reason') ?? '')
  if (isKey(REASONS, reason)) return REASONS[reason]
  return isKey(STATUSES, response.status_code) ? STATUSES[response.status_code] : 'call-failed'
}

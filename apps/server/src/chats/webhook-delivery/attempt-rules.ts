import type { Answer } from '../../lib/http-out/egress.ts'
import type { DeliveryResult } from './rules.ts'
import type { Attempt, PendingDelivery } from './store.ts'

export type DeliveryAttempt = { delivery: PendingDelivery; at: Date; answer: Answer }

/** D-69: the result of an attempt as the log shows it. */
export const verdictOf = (answer: Answer): string =>
  answer.ok ? `answered ${answer.status}` : `${answer.kind}: ${answer.reason}`

/** D-69: an attempt as it is stored. */
export const attemptOf = ({ delivery, at, answer }: DeliveryAttempt): Attempt => ({
  chat_id: delivery.chat_id,
  webhook_id: delivery.id,
  at: at.getTime(),
  duration_ms: answer.durationMs,
  verdict: verdictOf(answer),
  ...(answer.ok && { status: answer.status, answer: answer.body.replaceAll('\u0000', '') }),
})

/** D-69: what the retry plan needs of a response. */
export const resultOf = (answer: Answer): DeliveryResult =>
  answer.ok ? { ok: true, status: answer.status, retryAfter: answer.headers['retry-after'] } : answer

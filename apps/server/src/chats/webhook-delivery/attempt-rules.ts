import type { ExchangeResult } from '@patchbay/contract/platform/workspace/traffic'
import type { Answer } from '../../lib/http-out/egress.ts'
import { redactBody } from '../../lib/text/redact.ts'
import { resultOfAnswer, storedResult } from '../../platform/traffic/rules.ts'
import type { DeliveryResult } from './rules.ts'
import type { Attempt, PendingDelivery } from './store.ts'

export type DeliveryAttempt = { delivery: PendingDelivery; at: Date; answer: Answer }

const ANSWER_CHARACTERS = 20_000

/** D-69: an attempt as it is stored; one with a response needs no result beside its status. An endpoint in trouble repeats secrets. */
export const attemptOf = ({ delivery, at, answer }: DeliveryAttempt): Attempt => ({
  chat_id: delivery.chat_id,
  webhook_id: delivery.id,
  at: at.getTime(),
  duration_ms: answer.durationMs,
  ...(answer.ok
    ? { status: answer.status, answer: redactBody(answer.body, ANSWER_CHARACTERS) }
    : { result: resultOfAnswer(answer) }),
})

type StoredAttempt = { status: number | null; result: unknown; verdict: string }

/** D-69: the result of a stored attempt: the status of the response, or why there was none. */
export const storedAttemptResult = ({ status, ...stored }: StoredAttempt): ExchangeResult =>
  status === null ? storedResult(stored) : { code: 'answered', status }

/** D-69: what the retry plan needs of a response. */
export const resultOf = (answer: Answer): DeliveryResult =>
  answer.ok ? { ok: true, status: answer.status, retryAfter: answer.headers['retry-after'] } : answer

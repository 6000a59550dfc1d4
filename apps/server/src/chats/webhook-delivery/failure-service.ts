import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Claim, LaneResult } from '../../lib/queue/lane-worker.ts'
import { redactBody, redactUrl } from '../../lib/text/redact.ts'
import { resultOfAnswer } from '../../platform/traffic/rules.ts'
import { aboutMessage } from '../messages/rules.ts'
import { markUnreachable } from '../messages/service.ts'
import type { Endpoint } from '../webhook-endpoints/cache.ts'
import { recordFailure } from '../webhook-endpoints/service.ts'
import { attemptOf, type DeliveryAttempt, resultOf } from './attempt-rules.ts'
import { classifyDelivery, retryDelay } from './rules.ts'
import { insertFailure, updateGivenUp } from './store.ts'

/** Failures also go to the module's traffic log, where people look for them. */
const logFailure = (
  deps: Deps,
  accountId: number,
  { module, url }: Endpoint,
  { delivery, at, answer }: DeliveryAttempt,
): void =>
  deps.traffic.record(accountId, {
    at,
    direction: 'out',
    moduleCode: module.code,
    about: aboutMessage(delivery.message_id),
    purpose: { code: 'webhook' },
    method: 'POST',
    url: redactUrl(url),
    ...(answer.ok && { status: answer.status, answer: redactBody(answer.body) }),
    durationMs: answer.durationMs,
    ok: false,
    result: { ...resultOfAnswer(answer), attempt: delivery.attempts + 1 },
    request: redactBody(delivery.body),
  })

/** Saves a failed attempt. Undefined when its retries are used up, and the next webhook of the chat may go. */
export const handleFailure = async (
  deps: Deps,
  claim: Claim,
  endpoint: Endpoint,
  attempt: DeliveryAttempt,
): Promise<LaneResult | undefined> => {
  const { delivery, at } = attempt
  const result = resultOf(attempt.answer)
  const delay = retryDelay(deps.config.webhooks.plan, delivery.attempts + 1, Math.random(), result, deps.now())
  const isDisabled = await inAccount(deps.db, claim.accountId, async (trx) => {
    await insertFailure(trx, attemptOf(attempt))
    if (delay === undefined) {
      await updateGivenUp(trx, delivery)
      if (delivery.type === 'message_sent') await markUnreachable(trx, delivery.message_id)
    }
    return recordFailure(deps, trx, endpoint.module, at, classifyDelivery(result) === 'gone')
  })
  logFailure(deps, claim.accountId, endpoint, attempt)
  if (isDisabled) {
    const changed = { type: 'module-changed', code: endpoint.module.code } as const
    await deps.live.publish(claim.accountId, changed, { topic: 'admins' })
    return 'done'
  }
  return delay === undefined ? undefined : { retryInSeconds: delay }
}

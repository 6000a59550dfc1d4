import { sign } from '@patchbay/sdk/signature'
import type { Deps } from '../../deps.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import type { Claim, LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { createThroughputLimit } from '../../lib/queue/throughput-limit.ts'
import { redactBody, redactUrl } from '../../lib/security/redact.ts'
import { aboutMessage, isRefusal } from '../messages/rules.ts'
import { markUnreachable, saveSendResult } from '../messages/service.ts'
import { createEndpointCache, type Endpoint, type EndpointCache } from '../webhook-endpoints/cache.ts'
import { FAILURES_TO_OPEN } from '../webhook-endpoints/rules.ts'
import { circuitOpenUntil, circuitState, closeCircuit, disableAfterFailures } from '../webhook-endpoints/service.ts'
import { noteFailure } from '../webhook-endpoints/store.ts'
import { createResults, type Results } from './results.ts'
import { classifyDelivery, type DeliveryResult, retryDelay } from './rules.ts'
import { type Attempt, insertFailure, type PendingDelivery, pendingDeliveriesQuery, updateGivenUp } from './store.ts'

// D-69: telling transports. A worker that holds a chat's lane tells its transport what is due, one after another, and stops
// at the first that fails: nothing overtakes. Other chats, and other transports, do not wait for it.

const AT_ONCE = 100
/** How long one claim goes on; then it is another lane's turn. */
const BATCH_MS = 3_000
/** D-69: so much of an answer is kept for the log. */
const ANSWER_BYTES = 20_000

type DeliveryContext = { deps: Deps; endpoints: EndpointCache; results: Results; pace: () => Promise<void> | undefined }
/** One claim's time with a lane, and the writes that it has to see through before it gives the lane back. */
type Batch = { end: number; writing: Set<Promise<void>> }
type DeliveryAttempt = { due: PendingDelivery; at: Date; answer: Answer }

const send = (deps: Deps, { url, headers, secrets }: Endpoint, due: PendingDelivery, at: Date): Promise<Answer> =>
  deps.egress.request({
    method: 'POST',
    url,
    body: due.body,
    headers: { ...headers, 'webhook-sequence': String(due.sequence), ...sign(secrets, due.event_id, at, due.body) },
    totalMs: deps.config.webhooks.timeoutMs,
    maxBytes: ANSWER_BYTES,
  })

const verdictOf = (answer: Answer): string =>
  answer.ok ? `answered ${answer.status}` : `${answer.kind}: ${answer.reason}`

const attemptOf = ({ due, at, answer }: DeliveryAttempt): Attempt => ({
  chat_id: due.chat_id,
  webhook_id: due.id,
  at: at.getTime(),
  duration_ms: answer.durationMs,
  verdict: verdictOf(answer),
  ...(answer.ok && { status: answer.status, answer: answer.body.replaceAll('\u0000', '') }),
})

const deliveryResultOf = (answer: Answer): DeliveryResult =>
  answer.ok ? { ok: true, status: answer.status, retryAfter: answer.headers['retry-after'] } : answer

const isAccepted = ({ due, answer }: DeliveryAttempt): boolean =>
  answer.ok &&
  (classifyDelivery(deliveryResultOf(answer)) === 'delivered' ||
    (due.type === 'message_sent' && isRefusal(answer.status, answer.body)))

/** What fails is also written into the log of the module's traffic, where people look for trouble. */
const logFailure = (
  deps: Deps,
  accountId: number,
  { module, url }: Endpoint,
  { due, at, answer }: DeliveryAttempt,
): void =>
  deps.traffic.record(accountId, {
    at,
    direction: 'out',
    moduleCode: module.code,
    about: aboutMessage(due.message_id),
    method: 'POST',
    url: redactUrl(url),
    ...(answer.ok && { status: answer.status, answer: redactBody(answer.body) }),
    durationMs: answer.durationMs,
    ok: false,
    verdict: `${due.type}, try ${due.attempts + 1}: ${verdictOf(answer)}`,
    request: redactBody(due.body),
  })

/** Writes a failed try down. Undefined when its plan of tries is at an end, and the next event goes on. */
const fail = async ({ deps, endpoints }: DeliveryContext, claim: Claim, endpoint: Endpoint, one: DeliveryAttempt) => {
  const { plan } = deps.config.webhooks
  const tried = deliveryResultOf(one.answer)
  const delay = retryDelay(plan, one.due.attempts + 1, Math.random(), tried, deps.now())
  const health = await inAccount(deps.db, claim.accountId, async (trx) => {
    await insertFailure(trx, attemptOf(one))
    if (delay === undefined) {
      await updateGivenUp(trx, one.due)
      if (one.due.type === 'message_sent') await markUnreachable(trx, one.due.message_id)
    }
    const rest = { from: FAILURES_TO_OPEN, until: circuitOpenUntil(deps) }
    return noteFailure(trx, endpoint.module.id, one.at, rest)
  })
  endpoints.forget(claim)
  logFailure(deps, claim.accountId, endpoint, one)
  if (await disableAfterFailures(deps, claim, endpoint, classifyDelivery(tried) === 'gone', health)) return 'done'
  return delay === undefined ? undefined : { retryInSeconds: delay }
}

/** Whether it is only to be written down, as nearly always. */
const isPlain = ({ due }: DeliveryAttempt, { health }: Endpoint): boolean =>
  due.type !== 'message_sent' && health.failures === 0

const take = async ({ deps }: DeliveryContext, claim: Claim, endpoint: Endpoint, { due, answer }: DeliveryAttempt) => {
  // Before the next event: it may speak of the message by the id that was answered just now.
  if (due.type === 'message_sent' && answer.ok) await saveSendResult(deps, claim.accountId, due.message_id, answer.body)
  if (endpoint.health.failures === 0) return
  await closeCircuit(deps, claim, endpoint)
  endpoint.health = { ...endpoint.health, failures: 0, restUntil: null }
}

/** Tells a transport these events of one chat, in order, as long as it takes them. Undefined when it took them all. */
const deliverInOrder = async (
  office: DeliveryContext,
  claim: Claim,
  endpoint: Endpoint,
  due: readonly PendingDelivery[],
  turn: Batch,
): Promise<LaneResult | undefined> => {
  const { deps, results, pace } = office
  for (const event of due) {
    const wait = pace()
    if (wait !== undefined) await wait
    if (!claim.holds()) throw new Error('the lease of this lane ran out')
    if (performance.now() > turn.end) return 'more'
    const at = deps.now()
    const one: DeliveryAttempt = { due: event, at, answer: await send(deps, endpoint, event, at) }
    if (isAccepted(one)) {
      if (!isPlain(one, endpoint)) await take(office, claim, endpoint, one)
      turn.writing.add(results.write(claim.accountId, attemptOf(one)))
    } else {
      const outcome = await fail(office, claim, endpoint, one)
      if (outcome) return outcome
    }
  }
  return undefined
}

/** Reads and tells until nothing is due or the turn is over. What was told is not read again: it may not be written yet. */
const deliverPending = async (
  office: DeliveryContext,
  claim: Claim,
  endpoint: Endpoint,
  turn: Batch,
): Promise<LaneResult> => {
  const { db, pool } = office.deps
  let after = 0
  for (;;) {
    const due = await inAccountQuery(
      pool,
      claim.accountId,
      pendingDeliveriesQuery(db, { chat: claim.key, after, limit: AT_ONCE }),
    )
    const outcome = await deliverInOrder(office, claim, endpoint, due, turn)
    if (outcome) return outcome
    if (due.length < AT_ONCE) return 'done'
    after = due.at(-1)?.id ?? after
  }
}

export const deliverWebhooks = (deps: Deps): LaneHandler => {
  const office: DeliveryContext = {
    deps,
    endpoints: createEndpointCache(deps),
    results: createResults(deps),
    pace: createThroughputLimit(deps.config.webhooks.mostPerSecond),
  }
  return async (claim) => {
    const endpoint = await office.endpoints.find(claim)
    if (!endpoint) return 'done'
    const resting = await circuitState(deps, claim, endpoint)
    if (resting) return resting
    const turn: Batch = { end: performance.now() + BATCH_MS, writing: new Set() }
    const outcome = await deliverPending(office, claim, endpoint, turn)
    await Promise.all(turn.writing)
    return outcome
  }
}

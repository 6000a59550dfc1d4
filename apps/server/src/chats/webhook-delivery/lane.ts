import { sign } from '@patchbay/sdk/signature'
import type { Deps } from '../../deps.ts'
import { type BatchWriter, createBatchWriter } from '../../lib/db/batch-writer.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { LeaseLost } from '../../lib/queue/lane-errors.ts'
import type { Claim, LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { createThroughputLimit } from '../../lib/queue/throughput-limit.ts'
import { circuitKey } from '../../platform/modules/client.ts'
import { isRefusal } from '../messages/rules.ts'
import { saveSendResult } from '../messages/service.ts'
import { createEndpointCache, type Endpoint, type EndpointCache } from '../webhook-endpoints/cache.ts'
import { circuitState, closeCircuit } from '../webhook-endpoints/service.ts'
import { attemptOf, type DeliveryAttempt, resultOf } from './attempt-rules.ts'
import { handleFailure } from './failure-service.ts'
import { classifyDelivery } from './rules.ts'
import { type Attempt, deliveredInsert, type PendingDelivery, pendingDeliveriesQuery } from './store.ts'

// D-69: the worker that holds a chat's lane delivers its webhooks one after another and stops at the first that fails, so
// they arrive in order. Other chats and other transports do not wait for it.

const PAGE_SIZE = 100
/** How long one claim goes on before other lanes get their turn. */
const BATCH_MS = 3_000
/** D-69: so much of a response is kept for the log. */
const RESPONSE_BYTES = 20_000

type DeliveryContext = {
  deps: Deps
  endpoints: EndpointCache
  delivered: BatchWriter<Attempt>
  throttle: () => Promise<void> | undefined
}
/** One claim of a lane: until when it runs, and the writes that must end before the lane is released. */
type Batch = { end: number; writes: Set<Promise<void>> }

const send = (
  deps: Deps,
  { module, url, headers, secrets }: Endpoint,
  delivery: PendingDelivery,
  at: Date,
): Promise<Answer> =>
  deps.egress.request({
    method: 'POST',
    url,
    body: delivery.body,
    headers: {
      ...headers,
      'webhook-sequence': String(delivery.sequence),
      ...sign(secrets, delivery.event_id, at, delivery.body),
    },
    totalMs: deps.config.webhooks.timeoutMs,
    listener: circuitKey(module),
    maxBytes: RESPONSE_BYTES,
  })

const isAccepted = ({ delivery, answer }: DeliveryAttempt): boolean =>
  answer.ok &&
  (classifyDelivery(resultOf(answer)) === 'delivered' ||
    (delivery.type === 'message_sent' && isRefusal(answer.status, answer.body)))

/** What an accepted webhook changes beyond its own log entry; most change nothing. */
const handleSuccess = async (
  { deps }: DeliveryContext,
  claim: Claim,
  endpoint: Endpoint,
  { delivery, answer }: DeliveryAttempt,
): Promise<void> => {
  // Before the next webhook: it may name the message by the id in this response.
  if (delivery.type === 'message_sent' && answer.ok)
    await saveSendResult(deps, claim.accountId, delivery.message_id, answer.body)
  if (endpoint.health.failures === 0) return
  await inAccount(deps.db, claim.accountId, (trx) => closeCircuit(deps, trx, endpoint.module.id))
  await deps.lanes.notifyWorkers()
  endpoint.health = { ...endpoint.health, failures: 0, circuitOpenUntil: null }
}

/** Delivers these webhooks of one chat in order. Undefined when all were accepted. */
const deliverInOrder = async (
  context: DeliveryContext,
  claim: Claim,
  endpoint: Endpoint,
  deliveries: readonly PendingDelivery[],
  batch: Batch,
): Promise<LaneResult | undefined> => {
  const { deps, delivered, endpoints, throttle } = context
  for (const delivery of deliveries) {
    const wait = throttle()
    if (wait !== undefined) await wait
    if (!claim.holds()) throw new LeaseLost()
    if (performance.now() > batch.end) return 'more'
    const at = deps.now()
    const attempt: DeliveryAttempt = { delivery, at, answer: await send(deps, endpoint, delivery, at) }
    if (isAccepted(attempt)) {
      await handleSuccess(context, claim, endpoint, attempt)
      batch.writes.add(delivered.write(claim.accountId, attemptOf(attempt)))
    } else {
      const result = await handleFailure(deps, claim, endpoint, attempt)
      endpoints.forget(claim)
      if (result) return result
    }
  }
  return undefined
}

/** Delivers page by page until nothing is pending or the batch ends. Delivered rows may not be written yet: skip them. */
const deliverPending = async (
  context: DeliveryContext,
  claim: Claim,
  endpoint: Endpoint,
  batch: Batch,
): Promise<LaneResult> => {
  const { db, pool } = context.deps
  let after = 0
  for (;;) {
    const query = pendingDeliveriesQuery(db, { chat: claim.key, after, limit: PAGE_SIZE })
    const deliveries = await inAccountQuery(pool, claim.accountId, query)
    const result = await deliverInOrder(context, claim, endpoint, deliveries, batch)
    if (result) return result
    if (deliveries.length < PAGE_SIZE) return 'done'
    after = deliveries.at(-1)?.id ?? after
  }
}

export const deliverWebhooks = (deps: Deps): LaneHandler => {
  const context: DeliveryContext = {
    deps,
    endpoints: createEndpointCache(deps),
    // A lane is released only after its deliveries are written. If the worker or the database dies before that, they are
    // delivered again with the same webhook-id, in order: at least once, so the commit need not wait for the disk.
    delivered: createBatchWriter(deps, deliveredInsert, { gatherMs: 25, batchSize: 500, commit: 'asyncCommit' }),
    throttle: createThroughputLimit(deps.config.webhooks.mostPerSecond),
  }
  return async (claim) => {
    const endpoint = await context.endpoints.find(claim)
    if (!endpoint) return 'done'
    if (endpoint.health.circuitOpenUntil) {
      const wait = await inAccount(deps.db, claim.accountId, (trx) => circuitState(deps, trx, endpoint))
      if (wait) return wait
    }
    const batch: Batch = { end: performance.now() + BATCH_MS, writes: new Set() }
    const result = await deliverPending(context, claim, endpoint, batch)
    await Promise.all(batch.writes)
    return result
  }
}

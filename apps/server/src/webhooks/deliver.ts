import { sign } from '@patchbay/sdk/signature'
import type { Deps } from '../deps.ts'
import type { Answer } from '../lib/egress.ts'
import type { Claim, Outcome, Server } from '../lib/lanes.ts'
import { redactBody, redactUrl } from '../lib/redact.ts'
import { inAccount, inAccountOnce } from '../lib/transaction.ts'
import { aboutMessage, isRefusal } from '../messages/rules.ts'
import { settleSending, settleUnreached } from '../messages/sending.ts'
import { type Attempt, type Due, dueQuery, insertFailure, updateGivenUp } from './due-store.ts'
import {
  createEndpoints,
  disableIfHopeless,
  type Endpoint,
  type Endpoints,
  noteRecovery,
  restUntil,
  whetherRests,
} from './endpoints.ts'
import { noteFailure } from './health-store.ts'
import { createPace } from './pace.ts'
import { createResults, type Results } from './results.ts'
import { FAILURES_TO_REST, judge, retryDelay, type Tried } from './rules.ts'

// D-69: telling transports. A worker that holds a chat's lane tells its transport what is due, one after another, and stops
// at the first that fails: nothing overtakes. Other chats, and other transports, do not wait for it.

const AT_ONCE = 100
/** How long one claim goes on; then it is another lane's turn. */
const TURN_MS = 3_000
/** D-69: so much of an answer is kept for the log. */
const ANSWER_BYTES = 20_000

type Office = { deps: Deps; endpoints: Endpoints; results: Results; pace: () => Promise<void> }
type Try = { due: Due; at: Date; answer: Answer }

const send = (deps: Deps, { url, headers, secrets }: Endpoint, due: Due, at: Date): Promise<Answer> =>
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

const attemptOf = ({ due, at, answer }: Try): Attempt => ({
  chat_id: due.chat_id,
  webhook_id: due.id,
  at: at.getTime(),
  duration_ms: answer.durationMs,
  verdict: verdictOf(answer),
  ...(answer.ok && { status: answer.status, answer: answer.body.replaceAll('\u0000', '') }),
})

const triedOf = (answer: Answer): Tried =>
  answer.ok ? { ok: true, status: answer.status, retryAfter: answer.headers['retry-after'] } : answer

const isTaken = ({ due, answer }: Try): boolean =>
  answer.ok &&
  (judge(triedOf(answer)) === 'delivered' || (due.type === 'message_sent' && isRefusal(answer.status, answer.body)))

/** What fails is also written into the log of the module's traffic, where people look for trouble. */
const logFailure = (deps: Deps, accountId: number, { module, url }: Endpoint, { due, at, answer }: Try): void =>
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
const fail = async ({ deps, endpoints }: Office, claim: Claim, endpoint: Endpoint, one: Try) => {
  const { plan } = deps.config.webhooks
  const tried = triedOf(one.answer)
  const delay = retryDelay(plan, one.due.attempts + 1, Math.random(), tried, deps.now())
  const health = await inAccount(deps.db, claim.accountId, async (trx) => {
    await insertFailure(trx, attemptOf(one))
    if (delay === undefined) {
      await updateGivenUp(trx, one.due)
      if (one.due.type === 'message_sent') await settleUnreached(trx, one.due.message_id)
    }
    const rest = { from: FAILURES_TO_REST, until: restUntil(deps) }
    return noteFailure(trx, endpoint.module.id, one.at, rest)
  })
  endpoints.forget(claim)
  logFailure(deps, claim.accountId, endpoint, one)
  if (await disableIfHopeless(deps, claim, endpoint, judge(tried) === 'gone', health)) return 'done'
  return delay === undefined ? undefined : { retryInSeconds: delay }
}

const take = async ({ deps }: Office, claim: Claim, endpoint: Endpoint, { due, answer }: Try) => {
  // Before the next event: it may speak of the message by the id that was answered just now.
  if (due.type === 'message_sent' && answer.ok) await settleSending(deps, claim.accountId, due.message_id, answer.body)
  if (endpoint.health.failures === 0) return
  await noteRecovery(deps, claim, endpoint)
  endpoint.health = { ...endpoint.health, failures: 0, restUntil: null }
}

/** Tells a transport what is due in one chat, in order, as long as it takes it. */
const tellInOrder = async (
  office: Office,
  claim: Claim,
  endpoint: Endpoint,
  due: readonly Due[],
  writing: Set<Promise<void>>,
): Promise<Outcome> => {
  const { deps, results, pace } = office
  const end = performance.now() + TURN_MS
  for (const event of due) {
    await pace()
    if (!claim.holds()) throw new Error('the lease of this lane ran out')
    if (performance.now() > end) return 'more'
    const at = deps.now()
    const one: Try = { due: event, at, answer: await send(deps, endpoint, event, at) }
    if (isTaken(one)) {
      await take(office, claim, endpoint, one)
      writing.add(results.write(claim.accountId, attemptOf(one)))
    } else {
      const outcome = await fail(office, claim, endpoint, one)
      if (outcome) return outcome
    }
  }
  return due.length === AT_ONCE ? 'more' : 'done'
}

export const deliverWebhooks = (deps: Deps): Server => {
  const office: Office = {
    deps,
    endpoints: createEndpoints(deps),
    results: createResults(deps),
    pace: createPace(deps.config.webhooks.mostPerSecond),
  }
  return async (claim) => {
    const endpoint = await office.endpoints.find(claim)
    if (!endpoint) return 'done'
    const resting = await whetherRests(deps, claim, endpoint)
    if (resting) return resting
    const due = await inAccountOnce(deps.pool, claim.accountId, dueQuery(deps.db, { chat: claim.key, limit: AT_ONCE }))
    const writing = new Set<Promise<void>>()
    const outcome = await tellInOrder(office, claim, endpoint, due, writing)
    await Promise.all(writing)
    return outcome
  }
}

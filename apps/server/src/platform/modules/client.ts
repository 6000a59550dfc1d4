import type { ExchangePurpose } from '@patchbay/contract/platform/workspace/traffic'
import { sign } from '@patchbay/sdk/signature'
import type { Deps } from '../../deps.ts'
import { type ByteRange, rangeHeader } from '../../lib/http-out/byte-range.ts'
import type { Answer, OutgoingRequest, StreamAnswer } from '../../lib/http-out/egress.ts'
import { RANGE_BYTES, type RequestRange, streamInRanges } from '../../lib/http-out/stream-in-ranges.ts'
import { receivedOnWire, sentOnWire } from '../../lib/http-out/wire-message.ts'
import { currentRequestId } from '../../lib/process/request-id.ts'
import { redactBody, redactUrl } from '../../lib/text/redact.ts'
import { resultOfAnswer } from '../traffic/rules.ts'
import { isGood, type StoredVerdictRule, type VerdictRule, verdictByStatus } from '../traffic/verdict-rules.ts'
import { isEnabled, OFF, runsAt } from './rules.ts'
import type { Module } from './store.ts'

// Requests to modules: with the module's clientId (M-08), signed (D-09), through the egress guard, and logged with the result.

export type ModuleRequest = {
  url: string
  totalMs: number
  maxBytes?: number
  /** Only for the activity callback that says it was switched off (D-13). */
  evenIfDisabled?: boolean
  /** D-45, D-84: lets the module recognise a repeat. Also the webhook-id, which is signed. */
  idempotencyKey?: string
  /** What the request is about, for traces: invoice/<uuid>. */
  about?: string
  purpose: ExchangePurpose
  /** D-98: what counts as success; by default any 2xx. */
  verdictOf?: VerdictRule | StoredVerdictRule
  /** A user waits for the answer: send it even while the circuit breaker is open. */
  bypassCircuit?: boolean
} & ({ method: 'GET'; query: Record<string, string> } | { method: 'POST'; form: Record<string, string> })

/** Binds a sealed secret to its module: it cannot be opened for another. */
export const secretContext = (module: Pick<Module, 'accountId' | 'code'>, what: 'signing' | 'transport'): string =>
  `${module.accountId}/integration_module/${module.code}/${what}`

export const signingSecrets = ({ sealer, now }: Pick<Deps, 'sealer' | 'now'>, module: Module): string[] => {
  const place = secretContext(module, 'signing')
  const old =
    module.oldSigningSecret && module.oldSecretUntil && module.oldSecretUntil > now() ? [module.oldSigningSecret] : []
  return [module.signingSecret, ...old].map((sealed) => sealer.open(place, sealed))
}

const withQuery = (address: string, query: URLSearchParams): string => {
  const url = new URL(address)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url.href
}

/** How a request is logged: what it was for, what it led to, and what counts as success. */
type Logged = {
  moduleCode?: string | undefined
  about?: string | undefined
  purpose: ExchangePurpose
  verdictOf?: VerdictRule | StoredVerdictRule
}

const logExchange = async (
  deps: Deps,
  accountId: number,
  at: Date,
  request: OutgoingRequest,
  answer: Answer | StreamAnswer,
  { moduleCode, about, purpose, verdictOf = verdictByStatus }: Logged,
): Promise<void> => {
  const text = answer.ok && typeof answer.body === 'string' ? answer.body : undefined
  const truncated = 'truncated' in answer && answer.truncated
  const result = answer.ok ? await verdictOf({ ...answer, body: text ?? '', truncated }) : resultOfAnswer(answer)
  const requestId = currentRequestId()
  deps.traffic.record(accountId, {
    at,
    direction: 'out',
    ...(moduleCode !== undefined && { moduleCode }),
    ...(about !== undefined && { about }),
    ...(requestId !== undefined && { requestId }),
    purpose,
    method: request.method,
    url: redactUrl(request.url),
    ...(answer.ok && { status: answer.status, received: receivedOnWire(answer.headers, text) }),
    ...(text !== undefined && { answer: redactBody(text) }),
    durationMs: answer.durationMs,
    ok: isGood(result),
    result,
    sent: sentOnWire(request),
    ...(request.body !== undefined && { request: redactBody(request.body) }),
  })
}

/** Sends a request and logs it with the result. A module that is not registered yet has no code. */
export const sendAndLog = async (
  deps: Deps,
  accountId: number,
  request: OutgoingRequest,
  logged: Logged,
): Promise<Answer> => {
  const at = deps.now()
  const answer = await deps.egress.request(request)
  await logExchange(deps, accountId, at, request, answer, logged)
  return answer
}

/** The key of the circuit breaker and the concurrency limit: one per module (D-49). */
export const circuitKey = ({ accountId, id }: Pick<Module, 'accountId' | 'id'>): string => `${accountId}/${id}`

/** Adds the module's clientId and the signature. `id` is the signed webhook-id. */
const addressed = (
  deps: Deps,
  module: Module,
  method: 'GET' | 'POST',
  url: string,
  fields: Record<string, string>,
  id: string = crypto.randomUUID(),
) => {
  const parameters = new URLSearchParams({ ...(module.clientId !== null && { clientId: module.clientId }), ...fields })
  const target = method === 'GET' ? withQuery(url, parameters) : url
  const body = method === 'POST' ? parameters.toString() : undefined
  // D-09: for a GET, the query string is signed exactly as it is sent.
  const signed = body ?? new URL(target).search.slice(1)
  return {
    method,
    url: target,
    headers: {
      ...sign(signingSecrets(deps, module), id, deps.now(), signed),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  }
}

export const callModule = async (deps: Deps, module: Module, request: ModuleRequest): Promise<Answer> => {
  if (!isEnabled(module) && !request.evenIfDisabled) return OFF
  const fields = request.method === 'GET' ? request.query : request.form
  const outgoing = addressed(deps, module, request.method, request.url, fields, request.idempotencyKey)
  const { totalMs, maxBytes = 64 * 1024 } = request
  const circuit = request.bypassCircuit ? undefined : circuitKey(module)
  const sent: OutgoingRequest = {
    ...outgoing,
    headers: {
      ...outgoing.headers,
      accept: 'application/json',
      ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
    },
    totalMs,
    maxBytes,
    listener: circuitKey(module),
    ...(circuit !== undefined && { circuit }),
  }
  const { about, purpose, verdictOf } = request
  return sendAndLog(deps, module.accountId, sent, {
    moduleCode: module.code,
    about,
    purpose,
    ...(verdictOf && { verdictOf }),
  })
}

const REDIRECTS = 5

type StreamRequest = {
  url: string
  headers: Record<string, string>
  part: ByteRange | undefined
  totalMs: number
} & Pick<ModuleRequest, 'about'> &
  Pick<Logged, 'purpose' | 'verdictOf'>

/**
 * D-34: streams a long response, or a part of it. Redirects are followed; the egress guard checks each hop. Who reports a call
 * names any address, so only the module's own hosts get its clientId and a signature.
 */
export const streamFromModule = async (
  deps: Deps,
  module: Module,
  { url, headers, part, totalMs, ...logged }: StreamRequest,
): Promise<StreamAnswer> => {
  if (!isEnabled(module)) return OFF
  const at = deps.now()
  const isOwnHost = runsAt(new URL(url).host, module)
  const requestFor = (range: string | undefined): OutgoingRequest => {
    const outgoing = isOwnHost
      ? addressed(deps, module, 'GET', url, {})
      : ({ method: 'GET', url, headers: {} } as const)
    const all = { ...outgoing.headers, ...headers, ...(range !== undefined && { range }) }
    return { ...outgoing, headers: all, totalMs, redirects: REDIRECTS }
  }
  const relayed = isOwnHost && (await streamFromListener(deps, module, part, requestFor))
  const request = relayed ? relayed.request : requestFor(part && rangeHeader(part))
  const answer = relayed ? relayed.answer : await deps.egress.stream(request)
  await logExchange(deps, module.accountId, at, request, answer, { moduleCode: module.code, ...logged })
  return answer
}

/** D-103: the first of its requests, and the stream. Undefined when nobody listens. */
const streamFromListener = async (
  { relay }: Deps,
  module: Module,
  part: ByteRange | undefined,
  requestFor: (range: string) => OutgoingRequest,
): Promise<{ request: OutgoingRequest; answer: StreamAnswer } | undefined> => {
  const sent: OutgoingRequest[] = []
  // Each range is signed anew: a user may pause for longer than a signature is valid.
  const requestRange: RequestRange = (range) => {
    const request = { ...requestFor(range), binary: true, maxBytes: RANGE_BYTES }
    if (sent.length === 0) sent.push(request)
    return relay.send(circuitKey(module), request)
  }
  const answer = await streamInRanges(requestRange, part)
  const [request] = sent
  return answer && request && { request, answer }
}

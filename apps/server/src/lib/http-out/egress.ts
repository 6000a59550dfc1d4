import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  type IPolicy,
  wrap,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher, request } from 'undici'
import { messageOf } from '../errors.ts'
import { egressRequests } from '../process/telemetry.ts'
import { storableText } from '../text/json.ts'
import { checkUrl, type EgressRules, type UrlCheck, whyAddressRefused } from './address-guard.ts'
import type { CircuitStates } from './circuit-states.ts'
import { type Collected, collectResponse, plainHeaders, TooLate } from './collect-response.ts'
import { resolveName } from './resolve-name.ts'

// Every outgoing request to an address that a user or a module gave goes through here: guarded against SSRF, bounded in
// time and size, never through Node's global agent (whose sockets other code may have opened unguarded), each redirect
// checked, and with a circuit breaker per module.

export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** A body that is not text, in place of `body`. */
  bodyBytes?: Buffer
  totalMs: number
  maxBytes?: number
  /** Returns the response as bytes: it is not text. */
  binary?: boolean
  /** How many redirects to follow, each one checked. None by default. */
  redirects?: number
  /** The module whose author may be listening (lib/live/relay.ts). */
  listener?: string
  /** Which circuit breaker and concurrency limit this uses: one key per module. */
  circuit?: string
}

export type Answer =
  | {
      ok: true
      status: number
      headers: Record<string, string>
      /** Text that the database can store. Empty when bytes were requested. */
      body: string
      bytes?: Buffer
      truncated: boolean
      durationMs: number
    }
  | {
      ok: false
      /**
       * refused: by our guard. unsent: no byte of the request was written. unknown: it may have arrived. resting: the
       * circuit is open.
       */
      kind: 'refused' | 'unsent' | 'unknown' | 'resting'
      reason: string
      /** Set where the cause is a limit of ours and not the network. */
      because?: { code: 'timeout'; seconds: number } | { code: 'circuit-open' | 'too-many-requests' }
      durationMs: number
    }

export type StreamAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Readable; durationMs: number }
  | Extract<Answer, { ok: false }>

export type Egress = {
  request: (outgoing: OutgoingRequest) => Promise<Answer>
  /** For responses too long for memory: the caller reads the body to its end, or destroys it. */
  stream: (outgoing: OutgoingRequest) => Promise<StreamAnswer>
  close: () => Promise<void>
}

const CONNECT_MS = 5_000
const MAX_BYTES = 64 * 1024
const [FAILURES_TO_REST, REST_MS] = [5, 30_000]
const [IN_FLIGHT, WAITING] = [10, 50]

class EgressRefused extends Error {}

/** Resolves a name and checks all of its addresses; one bad address rejects the name. */
const guardedLookup =
  (rules: EgressRules): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        for (const { address } of addresses) {
          const reason = whyAddressRefused(rules, address)
          if (reason) return callback(new EgressRefused(`${hostname}: ${reason}`), '')
        }
        const first = addresses[0]
        if (!first) return callback(new Error(`${hostname} has no address`), '')
        // Node asks with all:true; a filter written for one address would silently be bypassed.
        if (options.all) return callback(null, addresses)
        return callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/** The state of one request, passed from the request to undici's interceptor. */
type Trip = { sent: boolean }

/** Records when a request is about to be written: a failure before that moment has had no effect. */
const noteSending: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const trip = (options as { opaque?: Trip }).opaque
  const start = handler.onRequestStart?.bind(handler)
  handler.onRequestStart = (controller, context) => {
    if (trip) trip.sent = true
    start?.(controller, context)
  }
  return dispatch(options, handler)
}

/** Headers that survive a redirect to another origin: none that authenticate us. */
const ACROSS_ORIGINS = ['range', 'accept']

const headersFor = (outgoing: OutgoingRequest, isFirst: boolean, url: URL): Record<string, string> => {
  const given = outgoing.headers ?? {}
  const ours = { 'user-agent': 'patchbay', 'accept-encoding': 'identity' }
  if (isFirst || url.origin === new URL(outgoing.url).origin) return { ...ours, ...given }
  return { ...ours, ...Object.fromEntries(Object.entries(given).filter(([name]) => ACROSS_ORIGINS.includes(name))) }
}

type Unanswered = Extract<Answer, { ok: false }>

/** One hop, after its address was checked. */
type Hop<T> = (url: URL, headers: Record<string, string>, trip: Trip) => Promise<T>
type Answered = { status: number; headers: Record<string, string> }

/** Follows the allowed redirects, checking each one. */
const followRedirects = async <T extends Answered>(
  checkAddress: (target: string) => UrlCheck,
  outgoing: OutgoingRequest,
  hop: Hop<T>,
  dump: (unread: T) => Promise<void>,
): Promise<{ ok: true; answer: T; durationMs: number } | Unanswered> => {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const trip: Trip = { sent: false }
  let target = outgoing.url
  try {
    for (let hops = 0; ; hops++) {
      const checked = checkAddress(target)
      if (!checked.ok) return { ok: false, kind: 'refused', reason: checked.reason, durationMs: elapsed() }
      const answer = await hop(checked.url, headersFor(outgoing, hops === 0, checked.url), trip)
      const { location } = answer.headers
      const moved = answer.status >= 300 && answer.status < 400 && location !== undefined
      if (!moved || hops >= (outgoing.redirects ?? 0)) return { ok: true, answer, durationMs: elapsed() }
      await dump(answer)
      target = new URL(location, checked.url).href
    }
  } catch (error) {
    const cause = error instanceof EgressRefused ? error : (error as { cause?: unknown }).cause
    if (cause instanceof EgressRefused)
      return { ok: false, kind: 'refused', reason: cause.message, durationMs: elapsed() }
    const isLate = error instanceof TooLate || (error as Error).name === 'AbortError'
    const seconds = outgoing.totalMs / 1000
    const why = isLate
      ? { reason: `no answer within ${seconds} s`, because: { code: 'timeout', seconds } as const }
      : { reason: messageOf(error) || 'connection failed' }
    return { ok: false, kind: trip.sent ? 'unknown' : 'unsent', ...why, durationMs: elapsed() }
  }
}

const counted = <A extends Answer | StreamAnswer>(answer: A): A => {
  egressRequests.inc({ outcome: answer.ok ? `${Math.floor(answer.status / 100)}xx` : answer.kind })
  return answer
}

type EgressContext = { dispatcher: Dispatcher; checkAddress: (target: string) => UrlCheck }

const send = async ({ dispatcher, checkAddress }: EgressContext, outgoing: OutgoingRequest): Promise<Answer> => {
  const { method, maxBytes = MAX_BYTES, binary, totalMs } = outgoing
  const body = outgoing.bodyBytes ?? outgoing.body
  const deadline = performance.now() + totalMs
  const hop: Hop<Collected> = (url, headers, trip) => {
    const onSending = () => {
      trip.sent = true
    }
    return collectResponse(dispatcher, { url, method, headers, body, maxBytes, deadline, onSending })
  }
  const came = await followRedirects(checkAddress, outgoing, hop, async () => undefined)
  if (!came.ok) return counted(came)
  const { status, headers, bytes, truncated } = came.answer
  const content = binary ? { body: '', bytes } : { body: storableText(bytes.toString('utf8')) }
  return counted({ ok: true, status, headers, ...content, truncated, durationMs: came.durationMs })
}

/** totalMs limits the time to the response headers; the body may take as long as it flows. */
const sendForStream = async (
  { dispatcher, checkAddress }: EgressContext,
  outgoing: OutgoingRequest,
): Promise<StreamAnswer> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), outgoing.totalMs)
  const { method, body } = outgoing
  const hop: Hop<Answered & { body: Readable }> = async (url, headers, trip) => {
    const options = { method, headers, ...(body !== undefined && { body }), dispatcher, opaque: trip }
    const response = await request(url, { ...options, signal: controller.signal })
    return { status: response.statusCode, headers: plainHeaders(response.headers), body: response.body }
  }
  const came = await followRedirects(checkAddress, outgoing, hop, async ({ body: unread }) => void unread.resume())
  clearTimeout(timer)
  if (!came.ok) return counted(came)
  // The reader gets the error; a body that is dropped unread must not crash the process.
  came.answer.body.on('error', () => undefined)
  return counted({ ok: true, ...came.answer, durationMs: came.durationMs })
}

/** A circuit breaker and a concurrency limit per module: one that fails costs the others nothing. */
const createWindows = (breakers: Pick<CircuitStates, 'opened' | 'closed'> | undefined) => {
  const windows = new Map<string, IPolicy>()
  return (key: string): IPolicy => {
    const known = windows.get(key)
    if (known) return known
    const failed = handleWhenResult((result) => {
      const answer = result as Answer
      return answer.ok ? answer.status >= 500 : answer.kind !== 'refused'
    })
    const breaker = circuitBreaker(failed, {
      halfOpenAfter: REST_MS,
      breaker: new ConsecutiveBreaker(FAILURES_TO_REST),
    })
    breaker.onBreak(() => breakers?.opened(key, new Date(Date.now() + REST_MS)))
    breaker.onReset(() => breakers?.closed(key))
    const fresh = wrap(bulkhead(IN_FLIGHT, WAITING), breaker)
    windows.set(key, fresh)
    return fresh
  }
}

export const createEgress = (rules: EgressRules, breakers?: CircuitStates): Egress => {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, lookup: guardedLookup(rules), allowH2: false },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    connections: 50,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  })
  // The result for a URL does not change; the addresses behind its name are checked at each connection.
  const checked = new LRUCache<string, UrlCheck>({ max: 1_000, memoMethod: (target) => checkUrl(rules, target) })
  const checkAddress = (target: string): UrlCheck => checked.memo(target)
  const door: EgressContext = { dispatcher: agent, checkAddress }
  const streamDoor: EgressContext = { dispatcher: agent.compose(noteSending), checkAddress }
  const windowOf = createWindows(breakers)
  const sendThrough = async (window: string, outgoing: OutgoingRequest): Promise<Answer> => {
    try {
      return await windowOf(window).execute(() => send(door, outgoing))
    } catch (error) {
      if (error instanceof BrokenCircuitError) {
        return {
          ok: false,
          kind: 'resting',
          reason: 'paused after several failures in a row',
          because: { code: 'circuit-open' },
          durationMs: 0,
        }
      }
      if (error instanceof BulkheadRejectedError) {
        const because = { code: 'too-many-requests' } as const
        return { ok: false, kind: 'resting', reason: 'too many requests to it are in progress', because, durationMs: 0 }
      }
      throw error
    }
  }
  return {
    request: (outgoing) => (outgoing.circuit ? sendThrough(outgoing.circuit, outgoing) : send(door, outgoing)),
    stream: (outgoing) => sendForStream(streamDoor, outgoing),
    close: () => agent.close(),
  }
}

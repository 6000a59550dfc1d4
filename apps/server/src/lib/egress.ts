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
import { Agent, type Dispatcher, request } from 'undici'
import { type EgressRules, judgeUrl, whyAddressRefused } from './egress-guard.ts'
import { messageOf } from './errors.ts'
import { resolveName } from './resolve-name.ts'
import { egressRequests } from './telemetry.ts'

// The only way out. Whoever calls an address that somebody typed in calls it here: guarded, bounded in time and size,
// never through Node's global agent (whose sockets other code may have opened unguarded), never following a redirect
// that was not judged, and resting for a while from a module that keeps failing.

export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  totalMs: number
  maxBytes?: number
  /** Gives the answer's bytes too: it is not text. */
  binary?: boolean
  /** How many redirects to follow, each hop judged anew. None unless said so. */
  redirects?: number
  /** Whose breaker and window of concurrent requests this uses: one key per module. */
  window?: string
}

export type Answer =
  | {
      ok: true
      status: number
      headers: Record<string, string>
      /** Empty when bytes were asked for. */
      body: string
      bytes?: Buffer
      truncated: boolean
      durationMs: number
    }
  | {
      ok: false
      /** refused: by our guard. unsent: no byte of the request was written. unknown: it may have arrived. resting: by our breaker. */
      kind: 'refused' | 'unsent' | 'unknown' | 'resting'
      reason: string
      durationMs: number
    }

export type StreamAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Readable; durationMs: number }
  | Extract<Answer, { ok: false }>

export type Egress = {
  request: (outgoing: OutgoingRequest) => Promise<Answer>
  /** For what is too long to be held: the caller reads the body to its end, or destroys it. */
  stream: (outgoing: OutgoingRequest) => Promise<StreamAnswer>
  close: () => Promise<void>
}

const CONNECT_MS = 5_000
const MAX_BYTES = 64 * 1024
const [FAILURES_TO_REST, REST_MS] = [5, 30_000]
const [IN_FLIGHT, WAITING] = [10, 50]

class Refused extends Error {}

/** Resolves a name and judges every address it has; one bad address refuses the name, whatever Node would have picked. */
const guardedLookup =
  (rules: EgressRules): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        for (const { address } of addresses) {
          const reason = whyAddressRefused(rules, address)
          if (reason) return callback(new Refused(`${hostname}: ${reason}`), '')
        }
        const first = addresses[0]
        if (!first) return callback(new Error(`${hostname} has no address`), '')
        // Node asks with all:true; a filter written for one address would silently be passed by.
        if (options.all) return callback(null, addresses)
        return callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/** What becomes of one request on its way; undici hands it from the request to the interceptor. */
type Trip = { sent: boolean }

/** Notes when a request is about to be written: before that moment a failure is certain to have had no effect. */
const noteSending: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const trip = (options as { opaque?: Trip }).opaque
  const start = handler.onRequestStart?.bind(handler)
  handler.onRequestStart = (controller, context) => {
    if (trip) trip.sent = true
    start?.(controller, context)
  }
  return dispatch(options, handler)
}

const readBounded = async (body: Dispatcher.ResponseData['body'], maxBytes: number) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      chunks.push(chunk.subarray(0, chunk.length - (size - maxBytes)))
      body.destroy()
      return { bytes: Buffer.concat(chunks), truncated: true }
    }
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), truncated: false }
}

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** What may go along when a redirect leads to another origin: nothing that proves who we are. */
const ACROSS_ORIGINS = ['range', 'accept']

const headersFor = (outgoing: OutgoingRequest, url: URL): Record<string, string> => {
  const given = Object.entries(outgoing.headers ?? {})
  const may =
    url.origin === new URL(outgoing.url).origin ? given : given.filter(([name]) => ACROSS_ORIGINS.includes(name))
  return { 'user-agent': 'patchbay', 'accept-encoding': 'identity', ...Object.fromEntries(may) }
}

type Unanswered = Extract<Answer, { ok: false }>

/** Follows the redirects that were allowed, each hop judged anew, to the answer whose body is still to be read. */
const open = async <T>(
  dispatcher: Dispatcher,
  rules: EgressRules,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
  read: (response: Dispatcher.ResponseData<Trip>, durationMs: number) => Promise<T>,
): Promise<T | Unanswered> => {
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const trip: Trip = { sent: false }
  let target = outgoing.url
  try {
    for (let hop = 0; ; hop++) {
      const judged = judgeUrl(rules, target)
      if (!judged.ok) return { ok: false, kind: 'refused', reason: judged.reason, durationMs: elapsed() }
      const response = await request(judged.url, {
        method: outgoing.method,
        headers: headersFor(outgoing, judged.url),
        ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
        dispatcher,
        opaque: trip,
        signal,
      })
      const { location } = response.headers
      const moved = response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string'
      if (!moved || hop >= (outgoing.redirects ?? 0)) return await read(response, elapsed())
      await response.body.dump()
      target = new URL(location, judged.url).href
    }
  } catch (error) {
    const cause = error instanceof Refused ? error : (error as { cause?: unknown }).cause
    if (cause instanceof Refused) return { ok: false, kind: 'refused', reason: cause.message, durationMs: elapsed() }
    const reason = signal.aborted
      ? `no answer within ${outgoing.totalMs / 1000} s`
      : messageOf(error) || 'connection failed'
    return { ok: false, kind: trip.sent ? 'unknown' : 'unsent', reason, durationMs: elapsed() }
  }
}

const send = (dispatcher: Dispatcher, rules: EgressRules, outgoing: OutgoingRequest): Promise<Answer> =>
  open<Answer>(dispatcher, rules, outgoing, AbortSignal.timeout(outgoing.totalMs), async (response, durationMs) => {
    const { bytes, truncated } = await readBounded(response.body, outgoing.maxBytes ?? MAX_BYTES)
    const headers = plainHeaders(response.headers)
    const body = outgoing.binary ? { body: '', bytes } : { body: bytes.toString('utf8') }
    return { ok: true, status: response.statusCode, headers, ...body, truncated, durationMs }
  })

/** totalMs is how long the beginning of the answer may take; what follows may take as long as it flows. */
const sendForStream = async (
  dispatcher: Dispatcher,
  rules: EgressRules,
  outgoing: OutgoingRequest,
): Promise<StreamAnswer> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), outgoing.totalMs)
  const answer = await open<StreamAnswer>(
    dispatcher,
    rules,
    outgoing,
    controller.signal,
    async (response, durationMs) => {
      const headers = plainHeaders(response.headers)
      // Whoever reads it hears of its end; one that is let go unread must not end the process.
      response.body.on('error', () => undefined)
      return { ok: true, status: response.statusCode, headers, body: response.body, durationMs }
    },
  )
  clearTimeout(timer)
  return answer
}

/** A breaker and a window per module: a sick one is left in peace and costs the others nothing. */
const createWindows = () => {
  const windows = new Map<string, IPolicy>()
  return (key: string): IPolicy => {
    const known = windows.get(key)
    if (known) return known
    const failed = handleWhenResult((result) => {
      const answer = result as Answer
      return answer.ok ? answer.status >= 500 : answer.kind !== 'refused'
    })
    const fresh = wrap(
      bulkhead(IN_FLIGHT, WAITING),
      circuitBreaker(failed, { halfOpenAfter: REST_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_REST) }),
    )
    windows.set(key, fresh)
    return fresh
  }
}

export const createEgress = (rules: EgressRules): Egress => {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, lookup: guardedLookup(rules), allowH2: false },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    connections: 50,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  })
  const door = agent.compose(noteSending)
  const windowOf = createWindows()
  const counted = async (outgoing: OutgoingRequest): Promise<Answer> => {
    const answer = await send(door, rules, outgoing)
    egressRequests.inc({ outcome: answer.ok ? `${Math.floor(answer.status / 100)}xx` : answer.kind })
    return answer
  }
  return {
    request: async (outgoing) => {
      if (!outgoing.window) return counted(outgoing)
      try {
        return await windowOf(outgoing.window).execute(() => counted(outgoing))
      } catch (error) {
        if (error instanceof BrokenCircuitError) {
          return {
            ok: false,
            kind: 'resting',
            reason: 'it failed several times in a row and is given a rest',
            durationMs: 0,
          }
        }
        if (error instanceof BulkheadRejectedError) {
          return { ok: false, kind: 'resting', reason: 'too many requests to it are under way', durationMs: 0 }
        }
        throw error
      }
    },
    stream: async (outgoing) => {
      const answer = await sendForStream(door, rules, outgoing)
      egressRequests.inc({ outcome: answer.ok ? `${Math.floor(answer.status / 100)}xx` : answer.kind })
      return answer
    },
    close: () => agent.close(),
  }
}

import { openRedis, type RedisClient, withFallback } from '../db/redis.ts'
import type { Answer, Egress, OutgoingRequest } from '../http-out/egress.ts'
import type { Log } from '../process/log.ts'
import { storableText } from '../text/json.ts'

// Requests to a module whose author listens on a machine without a public address. The process that holds the author's
// connection subscribes to a channel of that listener; whichever process has a request for the module publishes it there, and
// the answer comes back on the channel of the asking process. Nothing is kept: without Redis, or without a listener, a request
// goes the ordinary way.

export type RelayedRequest = {
  id: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** How long the system waits for the answer. */
  totalMs: number
}

export type RelayedAnswer =
  | { status: number; headers: Record<string, string>; body: string; encoding: 'utf8' | 'base64' }
  /** Declined: nobody got the request, and it goes the ordinary way. */
  | { failed: string; declined?: true }

export type Relay = {
  /** Undefined when nobody listens for this module. */
  send: (module: string, request: OutgoingRequest) => Promise<Answer | undefined>
  /** False when nobody waits for it: it is late, or was asked of another module. */
  answer: (module: string, id: string, answer: RelayedAnswer) => Promise<void>
  /** The newest listener of a module gets its requests. Returns what keeps it listening, and what ends it. */
  listen: (module: string, deliver: Deliver) => Promise<RelayListener>
  close: () => void
}

/** False when the listener may not have it. */
export type Deliver = (request: RelayedRequest) => Promise<boolean>

/** `renew` is false when another listener has taken over. */
export type RelayListener = { renew: () => Promise<boolean>; leave: () => Promise<void> }

const LISTENING_SECONDS = 15

type Waiting = { module: string; settle: (answer: RelayedAnswer) => void }
type Said = { module: string; id: string; answer: RelayedAnswer }

const toAnswer = (
  said: RelayedAnswer,
  { maxBytes = 64 * 1024, binary }: OutgoingRequest,
  durationMs: number,
): Answer => {
  if ('failed' in said) return { ok: false, kind: 'unknown', reason: said.failed, durationMs }
  const { status, headers } = said
  const all = Buffer.from(said.body, said.encoding)
  const bytes = all.subarray(0, maxBytes)
  const content = binary ? { body: '', bytes } : { body: storableText(bytes.toString('utf8')) }
  return { ok: true, status, headers, ...content, truncated: all.length > maxBytes, durationMs }
}

export const createRelay = (redisUrl: string, redis: RedisClient, prefix: string, log: Log): Relay => {
  const channels = openRedis(redisUrl, 'patchbay-relay', log)
  const here = crypto.randomUUID()
  const waiting = new Map<string, Waiting>()
  const listeners = new Map<string, (request: RelayedRequest) => Promise<void>>()
  const keyOf = (module: string) => `${prefix}relay:${module}`
  const requestsFor = (listener: string) => `${prefix}relay:requests:${listener}`
  const answers = `${prefix}relay:answers:${here}`

  channels.on('ready', () => {
    channels.subscribe(answers, ...[...listeners.keys()].map(requestsFor)).catch(() => undefined)
  })
  channels.on('message', (channel: string, text: string) => {
    if (channel !== answers) return void listeners.get(channel.slice(requestsFor('').length))?.(JSON.parse(text))
    const { module, id, answer } = JSON.parse(text) as Said
    const asked = waiting.get(id)
    if (asked?.module === module) asked.settle(answer)
  })

  const send: Relay['send'] = async (module, outgoing) => {
    const { method, url, headers = {}, body, totalMs } = outgoing
    const listener = await withFallback(redis.get(keyOf(module)), null)
    if (listener === null) return undefined
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const id = `${here}.${crypto.randomUUID()}`
    const { promise, resolve } = Promise.withResolvers<RelayedAnswer | undefined>()
    waiting.set(id, { module, settle: resolve })
    const timer = setTimeout(() => resolve(undefined), totalMs)
    try {
      const request = { id, method, url, headers, ...(body !== undefined && { body }), totalMs }
      const received = await withFallback(redis.publish(requestsFor(listener), JSON.stringify(request)), 0)
      // The listener has left without a word: nobody got the request.
      if (received === 0) return undefined
      const said = await promise
      if (said && 'declined' in said) return undefined
      if (said) return toAnswer(said, outgoing, elapsed())
      const seconds = totalMs / 1000
      const because = { code: 'timeout', seconds } as const
      return { ok: false, kind: 'unknown', reason: `no answer within ${seconds} s`, because, durationMs: elapsed() }
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  const answer: Relay['answer'] = async (module, id, said) => {
    const [asking = ''] = id.split('.')
    const text = JSON.stringify({ module, id, answer: said } satisfies Said)
    await withFallback(redis.publish(`${prefix}relay:answers:${asking}`, text), 0)
  }

  const listen: Relay['listen'] = async (module, deliver) => {
    const listener = crypto.randomUUID()
    listeners.set(listener, async (request) => {
      if (!(await deliver(request))) await answer(module, request.id, { failed: 'declined', declined: true })
    })
    await channels.subscribe(requestsFor(listener))
    await redis.set(keyOf(module), listener, 'EX', LISTENING_SECONDS)
    const isMine = async () => (await withFallback(redis.get(keyOf(module)), listener)) === listener
    return {
      renew: async () => {
        const current = await withFallback(redis.get(keyOf(module)), listener)
        if (current !== null && current !== listener) return false
        await withFallback(redis.set(keyOf(module), listener, 'EX', LISTENING_SECONDS), null)
        return true
      },
      leave: async () => {
        listeners.delete(listener)
        if (await isMine()) await withFallback(redis.del(keyOf(module)), 0)
        await withFallback(channels.unsubscribe(requestsFor(listener)), 0)
      },
    }
  }

  return { send, answer, listen, close: () => channels.disconnect() }
}

/** Requests that name a listener go to it while it is connected; all others through the guard as ever. */
export const withListeners = (egress: Egress, relay: Relay): Egress => ({
  ...egress,
  request: async (outgoing) => {
    const relayed = outgoing.listener === undefined ? undefined : await relay.send(outgoing.listener, outgoing)
    return relayed ?? egress.request(outgoing)
  },
})

import { createHash } from 'node:crypto'
import { type Replays, replaysInMemory } from './replays.ts'
import { type Answering, headerOf, type ModuleAnswer, type ModuleRequest, Refusal } from './request.ts'
import { verify } from './signature.ts'

// The way into a module: parse, know the sender, verify signature and freshness, do it once. All three kinds of module
// go through here, so that none of them can forget a step.

/** The signing secrets of a system, by the clientId that it was given; undefined when there is no such client. */
export type SecretFor = (
  clientId: string,
) => string | readonly string[] | undefined | Promise<string | readonly string[] | undefined>

export type DoorOptions = {
  secretFor: SecretFor
  /** Where answers are kept for repeats; in memory unless told otherwise. */
  replays?: Replays
  /** What failed inside the module's own code; written to the standard error unless told otherwise. */
  onError?: (error: unknown) => void
  now?: () => Date
  maxBytes?: number
}

export type Arrival = {
  clientId: string
  /** The same for each repeat of one request: keep it beside what the request makes you do. */
  key: string
  parameters: Readonly<Record<string, unknown>>
  /** What follows the route's path, for routes that end in a slash. */
  rest: string
  request: ModuleRequest
}

export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** Whether a repeat must have no second effect. Reading does no harm. */
  effect: boolean
  act: (arrival: Arrival) => Promise<ModuleAnswer>
}

const parse = (request: ModuleRequest, url: URL, text: string): Record<string, unknown> => {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const type = headerOf(request, 'content-type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (!type.startsWith('application/json')) {
    throw new Refusal('Send the body as application/x-www-form-urlencoded or application/json', 415)
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal('The body is not readable JSON', 400)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('The body must be a JSON object', 400)
  return { ...body }
}

const WRONG = {
  unsigned: 'The request is not signed: webhook-id, webhook-timestamp and webhook-signature are needed',
  stale: 'The signature is older than five minutes, or the clocks differ by more',
  wrong: 'The signature does not fit the request',
} as const

const authenticate = async (options: DoorOptions, request: ModuleRequest, clientId: string, signed: string) => {
  const secrets = clientId === '' ? undefined : await options.secretFor(clientId)
  if (secrets === undefined) {
    const which = clientId === '' ? 'The request names no clientId' : `The clientId "${clientId}" is not known here`
    throw new Refusal(which, 403)
  }
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headerOf(request, name)]),
  )
  const verdicts = [secrets].flat().map((secret) => verify(secret, headers, signed, options.now?.()))
  if (verdicts.some((verdict) => verdict.ok)) return
  const [first] = verdicts
  throw new Refusal(WRONG[first && !first.ok ? first.reason : 'wrong'], 401)
}

const find = (routes: readonly Route[], path: string): Route | undefined =>
  routes.find((route) => (route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path))

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** The answer remembers what was asked: a key that comes back with another question is a mistake, not a repeat. */
const CONTENT = 'x-answered-content'

const unfold = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The same text for the same content, whatever the order of its members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) => {
    const inner = unfold(member)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

const enter = async (options: DoorOptions, replays: Replays, route: Route, request: ModuleRequest, url: URL) => {
  if (request.method !== route.method) throw new Refusal(`Use ${route.method} here`, 405)
  if (request.body.length > (options.maxBytes ?? 1_048_576)) throw new Refusal('The body is too large', 413)
  const text = Buffer.from(request.body).toString('utf8')
  const parameters = parse(request, url, text)
  const clientId = String(parameters.clientId ?? headerOf(request, 'clientid') ?? '')
  const signed = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : text
  await authenticate(options, request, clientId, signed)
  const key = headerOf(request, 'idempotency-key') ?? headerOf(request, 'webhook-id') ?? ''
  const arrival = { clientId, key, parameters, rest: url.pathname.slice(route.path.length), request }
  if (!route.effect) return route.act(arrival)
  const content = digest(canonical(parameters))
  // Keys belong to whoever sent them, and each action has keys of its own.
  const answer = await replays(digest(clientId, route.path, key), async () => {
    const first = await route.act(arrival)
    return { ...first, headers: { ...first.headers, [CONTENT]: content } }
  })
  if (answer.headers[CONTENT] === content) return answer
  throw new Refusal('This key was used before, for a request with other content', 422)
}

export const openDoor = (
  options: DoorOptions,
  routes: readonly Route[],
  render: (refusal: Refusal) => ModuleAnswer,
): Answering => {
  const replays = options.replays ?? replaysInMemory()
  const onError = options.onError ?? ((error: unknown) => void process.stderr.write(`${String(error)}\n`))
  const guard = (route: Route): Route => ({
    ...route,
    act: async (arrival) => {
      try {
        return await route.act(arrival)
      } catch (error) {
        if (error instanceof Refusal) return render(error)
        onError(error)
        return render(new Refusal('The module failed inside; its log says why', 500))
      }
    },
  })
  const guarded = routes.map(guard)
  return async (request) => {
    const url = new URL(request.url, 'http://module')
    const route = find(guarded, url.pathname)
    if (!route) return undefined
    try {
      return await enter(options, replays, route, request, url)
    } catch (error) {
      if (error instanceof Refusal) return render(error)
      onError(error)
      return render(new Refusal('The module failed inside; its log says why', 500))
    }
  }
}

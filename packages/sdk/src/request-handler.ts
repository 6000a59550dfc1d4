import { createHash } from 'node:crypto'
import { type IdempotencyStore, inMemoryIdempotencyStore } from './idempotency.ts'
import { headerOf, type ModuleRequest, type ModuleResponse, Refusal, type RequestHandler } from './request.ts'
import { verify } from './signature.ts'

// Handles every request to a module: parse, authenticate the sender, verify signature and age, run once per idempotency
// key. All three kinds of module use it, so none of them can forget a step.

/**
 * The signing secrets of the system with this clientId; undefined when the clientId is unknown. With `refetch` it is asked
 * again because none of them matched: the secret may have been rotated.
 */
export type SecretFor = (
  clientId: string,
  refetch?: boolean,
) => string | readonly string[] | undefined | Promise<string | readonly string[] | undefined>

export type RequestHandlerOptions = {
  secretFor: SecretFor
  /** Where responses are stored for repeats; in memory by default. */
  idempotencyStore?: IdempotencyStore
  /** Exceptions of the module's own code; written to the standard error by default. */
  onError?: (error: unknown) => void
  now?: () => Date
  maxBytes?: number
}

export type VerifiedRequest = {
  clientId: string
  /** The signed webhook-id, the same for each repeat of one request: store it with the effect. */
  key: string
  parameters: Readonly<Record<string, unknown>>
  /** The part of the path after the route's own, for routes that end in a slash. */
  rest: string
  request: ModuleRequest
}

export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** Whether a repeat must not run again. False for routes that only read. */
  runOnce: boolean
  handle: (verified: VerifiedRequest) => Promise<ModuleResponse>
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
    throw new Refusal('The body is not valid JSON', 400)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('The body must be a JSON object', 400)
  return { ...body }
}

const SIGNATURE_ERRORS = {
  unsigned: 'The request is not signed: webhook-id, webhook-timestamp and webhook-signature are needed',
  stale: 'The signature is older than five minutes, or the clocks differ by more',
  wrong: 'The signature does not match the request',
} as const

const authenticate = async (
  options: RequestHandlerOptions,
  request: ModuleRequest,
  clientId: string,
  signed: string,
) => {
  const secrets = clientId === '' ? undefined : await options.secretFor(clientId)
  if (secrets === undefined) {
    const which = clientId === '' ? 'The request names no clientId' : `The clientId "${clientId}" is not known here`
    throw new Refusal(which, 403)
  }
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headerOf(request, name)]),
  )
  const problemWith = (tried: typeof secrets): keyof typeof SIGNATURE_ERRORS | undefined => {
    const results = [tried].flat().map((secret) => verify(secret, headers, signed, options.now?.()))
    const [first] = results
    if (results.some(({ ok }) => ok)) return undefined
    return first && !first.ok ? first.reason : 'wrong'
  }
  const problem = problemWith(secrets)
  if (problem === undefined) return
  const newer = problem === 'wrong' ? await options.secretFor(clientId, true) : undefined
  if (newer === undefined || problemWith(newer) !== undefined) throw new Refusal(SIGNATURE_ERRORS[problem], 401)
}

const findRoute = (routes: readonly Route[], path: string): Route | undefined =>
  routes.find((route) => (route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path))

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** Stored with the response: the same key with another content is a mistake of the caller, not a repeat. */
const CONTENT_DIGEST_HEADER = 'x-answered-content'

const parseIfJson = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Equal contents give equal text, whatever the order of their members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) => {
    const inner = parseIfJson(member)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

const handleRoute = async (
  options: RequestHandlerOptions,
  idempotencyStore: IdempotencyStore,
  route: Route,
  request: ModuleRequest,
  url: URL,
) => {
  if (request.method !== route.method) throw new Refusal(`Use ${route.method} here`, 405)
  if (request.body.length > (options.maxBytes ?? 1_048_576)) throw new Refusal('The body is too large', 413)
  const text = Buffer.from(request.body).toString('utf8')
  const parameters = parse(request, url, text)
  const clientId = String(parameters.clientId ?? headerOf(request, 'clientid') ?? '')
  const signed = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : text
  await authenticate(options, request, clientId, signed)
  // The signed id, not the Idempotency-Key header, which anyone who captured a request could replace.
  const key = headerOf(request, 'webhook-id') ?? ''
  const verified = { clientId, key, parameters, rest: url.pathname.slice(route.path.length), request }
  if (!route.runOnce) return route.handle(verified)
  const content = digest(canonical(parameters))
  // Keys are scoped to the client and to the route.
  const answer = await idempotencyStore(digest(clientId, route.path, key), async () => {
    const first = await route.handle(verified)
    return { ...first, headers: { ...first.headers, [CONTENT_DIGEST_HEADER]: content } }
  })
  if (answer.headers[CONTENT_DIGEST_HEADER] === content) return answer
  throw new Refusal('This key was used before, for a request with other content', 422)
}

export const createRequestHandler = (
  options: RequestHandlerOptions,
  routes: readonly Route[],
  render: (refusal: Refusal) => ModuleResponse,
): RequestHandler => {
  const idempotencyStore = options.idempotencyStore ?? inMemoryIdempotencyStore()
  const onError = options.onError ?? ((error: unknown) => void process.stderr.write(`${String(error)}\n`))
  const catchErrors = (route: Route): Route => ({
    ...route,
    handle: async (verified) => {
      try {
        return await route.handle(verified)
      } catch (error) {
        if (error instanceof Refusal) return render(error)
        onError(error)
        return render(new Refusal('Internal error of the module; see its log', 500))
      }
    },
  })
  const safeRoutes = routes.map(catchErrors)
  return async (request) => {
    const url = new URL(request.url, 'http://module')
    const route = findRoute(safeRoutes, url.pathname)
    if (!route) return undefined
    try {
      return await handleRoute(options, idempotencyStore, route, request, url)
    } catch (error) {
      if (error instanceof Refusal) return render(error)
      onError(error)
      return render(new Refusal('Internal error of the module; see its log', 500))
    }
  }
}

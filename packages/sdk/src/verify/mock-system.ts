import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../node.ts'
import { newSecret } from '../signature.ts'
import { findRoute } from './mock-system-routes.ts'
import type { MockResponse, MockSystemState, Settings } from './mock-system-state.ts'
import type { ValidationContext } from './validate.ts'

// A mock of the system: it receives the requests of a module, validates them as the system would, records them, and
// simulates overload and time-outs on request.

export type ReceivedRequest = {
  method: string
  path: string
  fields: Readonly<Record<string, unknown>>
  status: number
  idempotencyKey: string | undefined
  /** Why it was refused. */
  problem?: string
}

/** `busy` responds 503 with Retry-After, `rate-limited` 429, `no-response` never responds. */
export type ScriptedResponse = 'busy' | 'rate-limited' | 'no-response' | MockResponse

export type MockSystem = MockSystemState & {
  /** Seconds in the Retry-After header. */
  retryAfter: number
  received: ReceivedRequest[]
  /** The responses to the next requests whose path ends with `pathEnd`, in this order. */
  queueResponses: (pathEnd: string, ...scripts: ScriptedResponse[]) => void
  /** Removes the queued responses. */
  clearResponses: (pathEnd: string) => void
  /** Waits for a request that matches, from the given index of `received` on. */
  waitFor: (
    what: (received: ReceivedRequest) => boolean,
    ms: number,
    from?: number,
  ) => Promise<ReceivedRequest | undefined>
  close: () => Promise<void>
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads a body as the system does: form, multipart or JSON; nested values may be JSON strings. */
const readFields = async (request: IncomingMessage, bytes: Uint8Array): Promise<Record<string, unknown>> => {
  const type = request.headers['content-type'] ?? ''
  if (bytes.length === 0 || request.url?.includes('/files/upload') === true) return {}
  const pairs = /form-urlencoded|multipart/.test(type)
    ? [...(await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData())]
    : Object.entries(Object(parseJson(Buffer.from(bytes).toString('utf8'))))
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' && /^[[{]/.test(value) ? parseJson(value) : value]),
  )
}

const write = (response: ServerResponse, { status, body, headers }: MockResponse) => {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
}

const busy = (retryAfter: string) => ({
  status: 503,
  headers: { 'retry-after': retryAfter },
  body: { success: false, errorMsg: 'Temporarily unavailable' },
})
const limited = (retryAfter: string) => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  body: { errors: ['Rate limit exceeded'] },
})

const authenticationError = (
  mockSystem: MockSystem,
  request: IncomingMessage,
  fields: Record<string, unknown>,
  query: URLSearchParams,
) => {
  if (request.url?.startsWith('/api/transport/')) {
    const ok = request.headers['x-transport-token'] === mockSystem.token
    return ok ? undefined : { status: 401, body: { errors: ['Wrong transport token'] } }
  }
  if (request.url?.startsWith('/api/system-info') || request.url?.startsWith('/files/')) return undefined
  const key = request.headers['x-api-key'] ?? query.get('apiKey') ?? fields.apiKey
  if (key === mockSystem.apiKey) return undefined
  const errorMsg = key === undefined ? '"apiKey" is missing.' : 'Wrong "apiKey" value.'
  return { status: key === undefined ? 400 : 403, body: { success: false, errorMsg } }
}

const serve = async (
  mockSystem: MockSystem,
  scripts: Map<string, ScriptedResponse[]>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const url = new URL(request.url ?? '/', mockSystem.url)
  const bytes = (await readBody(request)) ?? new Uint8Array()
  const fields = { ...Object.fromEntries(url.searchParams), ...(await readFields(request, bytes)) }
  const method = request.method ?? 'GET'
  const idempotencyKey = request.headers['idempotency-key']?.toString()
  const seen = { method, path: url.pathname, fields, idempotencyKey }
  const logRequest = (status: number, problem?: string) =>
    mockSystem.received.push({ ...seen, status, ...(problem !== undefined && { problem }) })
  const waiting = [...scripts].find(([end, list]) => url.pathname.endsWith(end) && list.length > 0)
  const scripted = waiting?.[1].shift()
  if (scripted === 'no-response') return void logRequest(0)
  const refused = authenticationError(mockSystem, request, fields, url.searchParams)
  const retryAfter = String(mockSystem.retryAfter)
  const queued = scripted === 'busy' ? busy(retryAfter) : scripted === 'rate-limited' ? limited(retryAfter) : scripted
  const immediate = refused ?? queued
  if (immediate) {
    logRequest(immediate.status, refused && 'wrong or missing API key')
    return write(response, immediate)
  }
  const known: ValidationContext = mockSystem
  const { answer, problem } = findRoute(mockSystem, known, {
    method,
    path: url.pathname,
    fields,
    bytes,
    headers: request.headers,
  })
  logRequest(answer.status, problem)
  write(response, answer)
}

export const startMockSystem = async (port = 0, host = '127.0.0.1'): Promise<MockSystem> => {
  const scripts = new Map<string, ScriptedResponse[]>()
  let settings: Settings | undefined
  const server = createServer((request, response) => {
    serve(mockSystem, scripts, request, response).catch((error: unknown) =>
      write(response, { status: 400, body: { success: false, errorMsg: `Invalid request: ${String(error)}` } }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const mockSystem: MockSystem = {
    url: `http://${host}:${taken}`,
    apiKey: 'verify',
    token: `token-${crypto.randomUUID()}`,
    secret: newSecret(),
    retryAfter: 1,
    received: [],
    invoices: new Map(),
    channels: new Map(),
    templates: new Map(),
    files: new Map(),
    messages: new Map(),
    settings: () => settings,
    register: (given) => {
      settings = given
    },
    queueResponses: (pathEnd, ...more) => void scripts.set(pathEnd, [...(scripts.get(pathEnd) ?? []), ...more]),
    clearResponses: (pathEnd) => void scripts.delete(pathEnd),
    waitFor: async (what, ms, from = 0) => {
      const end = Date.now() + ms
      for (;;) {
        const found = mockSystem.received.slice(from).find(what)
        if (found || Date.now() > end) return found
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return mockSystem
}

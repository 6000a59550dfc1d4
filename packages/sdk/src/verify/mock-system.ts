import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Form, readForm, readFields as readParts } from '@patchbay/contract/base/form'
import { parseJson } from '@patchbay/contract/base/json'
import { InputError } from '@patchbay/contract/base/read-input'
import { readBody } from '../node.ts'
import { newSecret } from '../signature.ts'
import { findRoute, renderError } from './mock-system-routes.ts'
import { type MockResponse, type MockSystemState, refuse, settingsOf } from './mock-system-state.ts'

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
  /** What was accepted, but not as it was meant. */
  warnings: string[]
}

/** `busy` responds 503 with Retry-After, `rate-limited` 429, `no-response` never responds, `disconnect` hangs up. */
export type ScriptedResponse = 'busy' | 'rate-limited' | 'no-response' | 'disconnect' | MockResponse

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

type Fields = Record<string, unknown>

const unreadable = (reason: string): never => refuse('body_unreadable', { values: { reason } })

const fieldsOf = (form: Form): Fields => (form.ok ? form.fields : unreadable(form.reason))

const readJson = (text: string): Fields => {
  if (text.trim() === '') return {}
  const json = parseJson(text)
  if (!json.ok) return unreadable(json.reason)
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return unreadable('it is not a JSON object')
  return json.value as Fields
}

/** Reads a body as the system does: form, multipart or JSON. */
const readFields = async (request: IncomingMessage, bytes: Uint8Array): Promise<Fields> => {
  const type = request.headers['content-type'] ?? ''
  if (bytes.length === 0 || request.url?.includes('/files/upload') === true) return {}
  const text = Buffer.from(bytes).toString('utf8')
  if (type.startsWith('application/x-www-form-urlencoded')) return fieldsOf(readForm(text))
  if (type.startsWith('application/json')) return readJson(text)
  if (!type.startsWith('multipart/form-data')) return refuse('media_type_unknown')
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => unreadable('it is not well-formed multipart'))
  return fieldsOf(readParts([...form].map(([name, value]): [string, string] => [name, String(value)])))
}

/** For the checks: a nested value may be a JSON string. */
const parseNested = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const json = typeof value === 'string' && /^[[{]/.test(value) ? parseJson(value) : undefined
      return [name, json?.ok ? json.value : value]
    }),
  )

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

/** Exchanges that share a key may name themselves in a header (D-23). */
const clientIdOf = ({ headers }: IncomingMessage): Fields => {
  const given = headers.clientid ?? headers['x-client-id']
  return typeof given === 'string' && given !== '' ? { clientId: given } : {}
}

/** What was received, and what is decided about it. */
const decide = async (mockSystem: MockSystem, request: IncomingMessage, url: URL, bytes: Uint8Array) => {
  const method = request.method ?? 'GET'
  try {
    const query = { ...clientIdOf(request), ...fieldsOf(readForm(url.search.slice(1))) }
    const body = await readFields(request, bytes)
    const contentType = request.headers['content-type'] ?? ''
    const perform = () => findRoute(mockSystem, { method, path: url.pathname, query, body, bytes, contentType })
    return { fields: parseNested({ ...query, ...body }), perform }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { fields: {}, perform: () => renderError(error, url.pathname) }
  }
}

const serveFile = ({ files }: MockSystem, path: string): MockResponse => {
  const file = files.get(path.slice('/files/'.length))
  return file
    ? { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.bytes) }
    : { status: 404, body: { errors: ['File not found'] } }
}

const serve = async (
  mockSystem: MockSystem,
  scripts: Map<string, ScriptedResponse[]>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const url = new URL(request.url ?? '/', mockSystem.url)
  if (url.pathname.startsWith('/files/')) return write(response, serveFile(mockSystem, url.pathname))
  const bytes = (await readBody(request)) ?? new Uint8Array()
  const { fields, perform } = await decide(mockSystem, request, url, bytes)
  const idempotencyKey = request.headers['idempotency-key']?.toString()
  const seen = { method: request.method ?? 'GET', path: url.pathname, fields, idempotencyKey }
  const logRequest = (status: number, problem?: string, warnings: string[] = []) =>
    mockSystem.received.push({ ...seen, status, ...(problem !== undefined && { problem }), warnings })
  const waiting = [...scripts].find(([end, list]) => url.pathname.endsWith(end) && list.length > 0)
  const scripted = waiting?.[1].shift()
  if (scripted === 'no-response' || scripted === 'disconnect') {
    logRequest(0)
    if (scripted === 'disconnect') request.socket.destroy()
    return
  }
  const refused = authenticationError(mockSystem, request, fields, url.searchParams)
  const retryAfter = String(mockSystem.retryAfter)
  const queued = scripted === 'busy' ? busy(retryAfter) : scripted === 'rate-limited' ? limited(retryAfter) : scripted
  const immediate = refused ?? queued
  if (immediate) {
    logRequest(immediate.status, refused && 'wrong or missing API key')
    return write(response, immediate)
  }
  const { answer, problem, warnings } = perform()
  logRequest(answer.status, problem, warnings)
  write(response, answer)
}

export const startMockSystem = async (port = 0, host = '127.0.0.1'): Promise<MockSystem> => {
  const scripts = new Map<string, ScriptedResponse[]>()
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
    messages: [],
    chats: new Set(),
    sent: new Set(),
    calls: new Set(),
    users: new Set([1, 2, 3]),
    sites: new Set(['shop']),
    payments: new Map([[1, { currency: 'EUR' }]]),
    timezone: 'UTC',
    module: undefined,
    settings: () => settingsOf(mockSystem.module),
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../node.ts'
import { newSecret } from '../signature.ts'
import type { Known } from './judge.ts'
import type { Memory, Settings, StandInAnswer } from './memory.ts'
import { findRoute } from './routes.ts'

// A small stand-in for the system: it takes what a module sends, judges it as the system would, remembers it, and is
// busy or deaf on command.

export type Heard = {
  method: string
  path: string
  fields: Readonly<Record<string, unknown>>
  status: number
  /** Why it was refused, if it was. */
  complaint?: string
}

/** `busy` answers 503 with Retry-After, `limited` 429, `deaf` never answers. */
export type Mood = 'busy' | 'limited' | 'deaf' | StandInAnswer

export type StandIn = Memory & {
  /** Seconds that a busy stand-in asks for. */
  retryAfter: number
  heard: Heard[]
  /** How the next requests to a path that ends so are met, in this order. */
  next: (pathEnd: string, ...moods: Mood[]) => void
  /** Back to normal. */
  calm: (pathEnd: string) => void
  /** Waits for something that was heard after the given moment in the list. */
  waitFor: (what: (heard: Heard) => boolean, ms: number, from?: number) => Promise<Heard | undefined>
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

const write = (response: ServerResponse, { status, body, headers }: StandInAnswer) => {
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

const refusedKey = (
  standIn: StandIn,
  request: IncomingMessage,
  fields: Record<string, unknown>,
  query: URLSearchParams,
) => {
  if (request.url?.startsWith('/api/transport/')) {
    const ok = request.headers['x-transport-token'] === standIn.token
    return ok ? undefined : { status: 401, body: { errors: ['Wrong transport token'] } }
  }
  if (request.url?.startsWith('/api/system-info') || request.url?.startsWith('/files/')) return undefined
  const key = request.headers['x-api-key'] ?? query.get('apiKey') ?? fields.apiKey
  if (key === standIn.apiKey) return undefined
  const errorMsg = key === undefined ? '"apiKey" is missing.' : 'Wrong "apiKey" value.'
  return { status: key === undefined ? 400 : 403, body: { success: false, errorMsg } }
}

const serve = async (
  standIn: StandIn,
  moods: Map<string, Mood[]>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const url = new URL(request.url ?? '/', standIn.url)
  const bytes = (await readBody(request)) ?? new Uint8Array()
  const fields = { ...Object.fromEntries(url.searchParams), ...(await readFields(request, bytes)) }
  const method = request.method ?? 'GET'
  const remember = (status: number, complaint?: string) =>
    standIn.heard.push({ method, path: url.pathname, fields, status, ...(complaint !== undefined && { complaint }) })
  const waiting = [...moods].find(([end, list]) => url.pathname.endsWith(end) && list.length > 0)
  const mood = waiting?.[1].shift()
  if (mood === 'deaf') return void remember(0)
  const refused = refusedKey(standIn, request, fields, url.searchParams)
  const retryAfter = String(standIn.retryAfter)
  const scripted = mood === 'busy' ? busy(retryAfter) : mood === 'limited' ? limited(retryAfter) : mood
  const atOnce = refused ?? scripted
  if (atOnce) {
    remember(atOnce.status, refused && 'came without the right key')
    return write(response, atOnce)
  }
  const known: Known = standIn
  const { answer, complaint } = findRoute(standIn, known, {
    method,
    path: url.pathname,
    fields,
    bytes,
    headers: request.headers,
  })
  remember(answer.status, complaint)
  write(response, answer)
}

export const startStandIn = async (port = 0, host = '127.0.0.1'): Promise<StandIn> => {
  const moods = new Map<string, Mood[]>()
  let settings: Settings | undefined
  const server = createServer((request, response) => {
    serve(standIn, moods, request, response).catch((error: unknown) =>
      write(response, { status: 400, body: { success: false, errorMsg: `Not readable: ${String(error)}` } }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://${host}:${taken}`,
    apiKey: 'verify',
    token: `token-${crypto.randomUUID()}`,
    secret: newSecret(),
    retryAfter: 1,
    heard: [],
    invoices: new Map(),
    channels: new Map(),
    templates: new Map(),
    files: new Map(),
    messages: new Map(),
    settings: () => settings,
    register: (given) => {
      settings = given
    },
    next: (pathEnd, ...more) => void moods.set(pathEnd, [...(moods.get(pathEnd) ?? []), ...more]),
    calm: (pathEnd) => void moods.delete(pathEnd),
    waitFor: async (what, ms, from = 0) => {
      const end = Date.now() + ms
      for (;;) {
        const found = standIn.heard.slice(from).find(what)
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
  return standIn
}

import { connect } from 'node:net'
import { newSecret, sign } from '../signature.ts'

// Requests to a module: valid ones as the system sends them, and deliberately wrong ones.

/** A check failed; the message says what is wrong with the module. */
export class CheckFailure extends Error {}

/** A check does not apply; the message says why. */
export class CheckSkip extends Error {}

/** A check passed, but its author should read the message. */
export class CheckWarning extends Error {}

export const fail = (message: string): never => {
  throw new CheckFailure(message)
}

export type ModuleReply = {
  status: number
  type: string
  text: string
  json: Record<string, unknown>
  bytes: Uint8Array
  ms: number
}

export type ProbeRequest = {
  method: 'GET' | 'POST'
  url: string
  /** Query of a GET, form of a POST. */
  fields?: Record<string, string>
  /** A webhook's body. */
  json?: unknown
  /** A body that is sent unchanged. */
  raw?: { type: string; body: string }
  headers?: Record<string, string>
}

/** How a request differs from a valid one. */
export type RequestOverrides = {
  unsigned?: true
  secrets?: readonly string[]
  id?: string
  key?: string
  at?: Date
  /** Changed after it was signed. */
  tamper?: (signed: string) => string
  changeId?: true
  changeTime?: true
  clientId?: string | null
}

export type SendProbe = (request: ProbeRequest, overrides?: RequestOverrides) => Promise<ModuleReply>

const encode = (request: ProbeRequest, clientId: string | null): { url: string; body?: string; type?: string } => {
  const named = { ...(clientId !== null && { clientId }), ...request.fields }
  if (request.method === 'GET') {
    const url = new URL(request.url)
    for (const [name, value] of Object.entries(named)) url.searchParams.append(name, value)
    return { url: url.href }
  }
  if (request.raw) return { url: request.url, ...request.raw }
  return request.json === undefined
    ? { url: request.url, body: new URLSearchParams(named).toString(), type: 'application/x-www-form-urlencoded' }
    : { url: request.url, body: JSON.stringify(request.json), type: 'application/json' }
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const signature = (overrides: RequestOverrides, secret: string, signed: string): Record<string, string> => {
  if (overrides.unsigned) return {}
  const id = overrides.id ?? overrides.key ?? `msg_${crypto.randomUUID()}`
  const headers = { ...sign(overrides.secrets ?? [secret], id, overrides.at ?? new Date(), signed) }
  if (overrides.changeId) headers['webhook-id'] = `msg_${crypto.randomUUID()}`
  if (overrides.changeTime) headers['webhook-timestamp'] = String(Math.floor(Date.now() / 1000))
  return headers
}

const fetchReply = async (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
  ms: number,
) => {
  const started = Date.now()
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
      ...(body !== undefined && { body }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = Buffer.from(bytes).toString('utf8')
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, type, text, bytes, json: parse(text), ms: Date.now() - started }
  } catch (error) {
    const { name, cause, message } = error as Error
    if (name === 'TimeoutError') return fail(`did not respond within ${ms} ms`)
    return fail(`could not be reached: ${cause instanceof Error ? cause.message : message}`)
  }
}

export const createSender = (clientId: string, secret: () => string, timeoutMs: number): SendProbe => {
  return (request, overrides = {}) => {
    const { url, body, type } = encode(request, overrides.clientId === undefined ? clientId : overrides.clientId)
    const signed = body ?? new URL(url).search.slice(1)
    const isWebhook = request.json !== undefined || request.raw !== undefined
    const named = overrides.clientId === undefined ? clientId : overrides.clientId
    const headers = {
      accept: 'application/json',
      ...signature(overrides, secret(), signed),
      ...(type !== undefined && { 'content-type': type }),
      ...(overrides.key !== undefined && { 'idempotency-key': overrides.key }),
      ...(isWebhook && named !== null && { clientid: named }),
      ...request.headers,
    }
    const changed = overrides.tamper ? overrides.tamper(signed) : signed
    const address = body === undefined && overrides.tamper ? `${url.split('?')[0]}?${changed}` : url
    return fetchReply(request.method, address, headers, body === undefined ? undefined : changed, timeoutMs)
  }
}

/** Sends half of a request and then nothing, like a broken network. Returns a function that disconnects. */
export const sendPartialRequest = (address: string): Promise<() => void> => {
  const { hostname, port, pathname, protocol } = new URL(address)
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname)
  return new Promise((resolve) => {
    socket.on('error', () => resolve(() => {}))
    socket.on('connect', () => {
      const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a`
      socket.write(head, () => resolve(() => socket.destroy()))
    })
  })
}

/** A secret that the module does not know. */
export const otherSecret = (): string => newSecret()

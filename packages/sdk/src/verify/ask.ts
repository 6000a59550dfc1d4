import { connect } from 'node:net'
import { newSecret, sign } from '../signature.ts'

// Requests to a module, as the system sends them and as nobody should.

/** What is wrong with the module, in a sentence. */
export class Complaint extends Error {}

/** There is nothing to check, in a sentence. */
export class Nothing extends Error {}

export const complain = (sentence: string): never => {
  throw new Complaint(sentence)
}

export type Said = {
  status: number
  type: string
  text: string
  json: Record<string, unknown>
  bytes: Uint8Array
  ms: number
}

export type Question = {
  method: 'GET' | 'POST'
  url: string
  /** Query of a GET, form of a POST. */
  fields?: Record<string, string>
  /** A webhook's body. */
  json?: unknown
  /** A body that is sent as it is. */
  raw?: { type: string; body: string }
  headers?: Record<string, string>
}

/** How a request departs from a right one. */
export type Twist = {
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

export type Asker = (question: Question, twist?: Twist) => Promise<Said>

const encode = (question: Question, clientId: string | null): { url: string; body?: string; type?: string } => {
  const named = { ...(clientId !== null && { clientId }), ...question.fields }
  if (question.method === 'GET') {
    const url = new URL(question.url)
    for (const [name, value] of Object.entries(named)) url.searchParams.append(name, value)
    return { url: url.href }
  }
  if (question.raw) return { url: question.url, ...question.raw }
  return question.json === undefined
    ? { url: question.url, body: new URLSearchParams(named).toString(), type: 'application/x-www-form-urlencoded' }
    : { url: question.url, body: JSON.stringify(question.json), type: 'application/json' }
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const signature = (twist: Twist, secret: string, signed: string): Record<string, string> => {
  if (twist.unsigned) return {}
  const id = twist.id ?? `msg_${crypto.randomUUID()}`
  const headers = { ...sign(twist.secrets ?? [secret], id, twist.at ?? new Date(), signed) }
  if (twist.changeId) headers['webhook-id'] = `msg_${crypto.randomUUID()}`
  if (twist.changeTime) headers['webhook-timestamp'] = String(Math.floor(Date.now() / 1000))
  return headers
}

const fetchAnswer = async (
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
    if (name === 'TimeoutError') return complain(`did not answer within ${ms} ms`)
    return complain(`could not be reached: ${cause instanceof Error ? cause.message : message}`)
  }
}

export const createAsker = (clientId: string, secret: string, timeoutMs: number): Asker => {
  return (question, twist = {}) => {
    const { url, body, type } = encode(question, twist.clientId === undefined ? clientId : twist.clientId)
    const signed = body ?? new URL(url).search.slice(1)
    const isWebhook = question.json !== undefined || question.raw !== undefined
    const named = twist.clientId === undefined ? clientId : twist.clientId
    const headers = {
      accept: 'application/json',
      ...signature(twist, secret, signed),
      ...(type !== undefined && { 'content-type': type }),
      ...(twist.key !== undefined && { 'idempotency-key': twist.key }),
      ...(isWebhook && named !== null && { clientid: named }),
      ...question.headers,
    }
    const changed = twist.tamper ? twist.tamper(signed) : signed
    const address = body === undefined && twist.tamper ? `${url.split('?')[0]}?${changed}` : url
    return fetchAnswer(question.method, address, headers, body === undefined ? undefined : changed, timeoutMs)
  }
}

/** Says half of a request and falls silent, as a broken network does. Returns how to hang up. */
export const sayHalf = (address: string): Promise<() => void> => {
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

/** Somebody else's secret. */
export const otherSecret = (): string => newSecret()

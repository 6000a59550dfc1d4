import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from './node.ts'
import { trimTrailingSlash } from './registration.ts'
import { sign } from './signature.ts'

// Records the requests of a system to a module while forwarding them, and replays them later: a way to debug locally
// what went wrong in another environment.

/** One line of a recording. Bodies are strings: the system sends forms and JSON. */
export type RecordedRequest = {
  at: string
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body: string
  status: number
}

export type ListenOptions = {
  port: number
  /** The module's URL, usually on this machine. */
  to: string
  /** The file to append to, one JSON object per line. */
  record?: string
  onForwarded?: (recorded: RecordedRequest) => void
}

const HOP_BY_HOP_HEADERS = [
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
  'upgrade',
]

const textHeaders = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !HOP_BY_HOP_HEADERS.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** Of an answer: what its bytes are. */
const KEPT_HEADERS = ['content-type', 'content-range', 'accept-ranges']

export type ForwardedAnswer = { status: number; headers: Record<string, string>; body: Buffer; failed?: string }

type Forwarded = { method: string; url: string; headers: Record<string, string>; body: Uint8Array }

/** Hands one request to the module, with the body as it is: the signature covers it. */
export const forwardTo = async (
  { to, record, onForwarded }: Pick<ListenOptions, 'to' | 'record' | 'onForwarded'>,
  { method, url, headers, body: bytes }: Forwarded,
  signal?: AbortSignal,
): Promise<ForwardedAnswer> => {
  const at = new Date().toISOString()
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const answered = await fetch(trimTrailingSlash(to) + url, {
    method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: Buffer.from(bytes) }),
    ...(signal && { signal }),
  })
    .then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer())
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      return { status: answer.status, headers: Object.fromEntries(kept) as Record<string, string>, body }
    })
    .catch((error: Error) => {
      const failed = error.cause instanceof Error ? error.cause.message : error.message
      return { status: 502, headers: {}, body: Buffer.from(`The module did not answer: ${failed}`), failed }
    })
  const recorded = { at, method, url, headers, body: Buffer.from(bytes).toString('utf8'), status: answered.status }
  if (record !== undefined) appendFileSync(record, `${JSON.stringify(recorded)}\n`, { mode: 0o600 })
  onForwarded?.(recorded)
  return answered
}

const forward = async (options: ListenOptions, request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET', url = '/' } = request
  const body = (await readBody(request)) ?? new Uint8Array()
  const answered = await forwardTo(options, { method, url, headers: textHeaders(request.headers), body })
  response.writeHead(answered.status, answered.headers).end(answered.body)
}

/** Receives a module's traffic at an address that the system can reach, and forwards it to the module. */
export const listenAndForward = async (
  options: ListenOptions,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    forward(options, request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, resolve)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, close }
}

export type ReplayOptions = {
  file: string
  to: string
  /** Signs the requests again: a recorded signature is stale after five minutes. */
  secret?: string
  onReplayed?: (recorded: RecordedRequest, status: number) => void
}

/**
 * Sends the recorded requests in their order, with their ids and idempotency keys: a correct module runs none of them
 * twice.
 */
export const replay = async ({
  file,
  to,
  secret,
  onReplayed,
}: ReplayOptions): Promise<{ sent: number; different: number }> => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  let different = 0
  for (const line of lines) {
    const recorded = JSON.parse(line) as RecordedRequest
    const { method, url, headers, body } = recorded
    const signed = method === 'GET' ? (url.split('?')[1] ?? '') : body
    const newSignature =
      secret === undefined ? {} : sign([secret], headers['webhook-id'] ?? crypto.randomUUID(), new Date(), signed)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = await fetch(trimTrailingSlash(to) + url, {
      method,
      headers: { ...headers, ...newSignature },
      redirect: 'manual',
      ...(hasBody && { body }),
    }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status !== recorded.status) different++
    onReplayed?.(recorded, answer?.status ?? 0)
  }
  return { sent: lines.length, different }
}

import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from './node.ts'
import { withoutSlash } from './registration.ts'
import { sign } from './signature.ts'

// What a system sends to a module, written down while it passes, and sent again later: the way to find out on one's own
// desk what went wrong elsewhere.

/** One line of a recording. Bodies are texts: what the system sends to modules are forms and JSON. */
export type Recorded = {
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
  /** The module, usually on this machine. */
  to: string
  /** Where to write what passes, one JSON object a line. */
  record?: string
  onPassed?: (passed: Recorded) => void
}

/** Between two hops and nobody else's business. */
const OWN_TO_A_HOP = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive', 'expect', 'upgrade']

const textHeaders = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OWN_TO_A_HOP.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

const pass = async ({ to, record, onPassed }: ListenOptions, request: IncomingMessage, response: ServerResponse) => {
  const at = new Date().toISOString()
  const { method = 'GET', url = '/' } = request
  const headers = textHeaders(request.headers)
  const bytes = (await readBody(request)) ?? new Uint8Array()
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // The bytes go on as they came: the signature covers them.
  const answer = await fetch(withoutSlash(to) + url, {
    method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: Buffer.from(bytes) }),
  }).catch((error: Error) => new Response(`The module did not answer: ${error.message}`, { status: 502 }))
  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type')
  response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(body)
  const passed = { at, method, url, headers, body: Buffer.from(bytes).toString('utf8'), status: answer.status }
  if (record !== undefined) appendFileSync(record, `${JSON.stringify(passed)}\n`, { mode: 0o600 })
  onPassed?.(passed)
}

/** Takes a module's traffic at an address that the system can reach, and hands it on. */
export const listenAndForward = async (
  options: ListenOptions,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    pass(options, request, response).catch(() => response.writeHead(502).end())
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
  /** Signs anew: a recorded signature is stale after five minutes. */
  secret?: string
  onReplayed?: (recorded: Recorded, status: number) => void
}

/** Sends what was recorded again, in its order, with the ids and keys that it had: a repeat must have no second effect. */
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
    const recorded = JSON.parse(line) as Recorded
    const { method, url, headers, body } = recorded
    const signed = method === 'GET' ? (url.split('?')[1] ?? '') : body
    const fresh =
      secret === undefined ? {} : sign([secret], headers['webhook-id'] ?? crypto.randomUUID(), new Date(), signed)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = await fetch(withoutSlash(to) + url, {
      method,
      headers: { ...headers, ...fresh },
      redirect: 'manual',
      ...(hasBody && { body }),
    }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status !== recorded.status) different++
    onReplayed?.(recorded, answer?.status ?? 0)
  }
  return { sent: lines.length, different }
}

// The network between the modules and the system, where faults are injected: modules and system stay as they are.
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { type BehaviourPlan, createBehaviourPlan, respond, takesEffect } from '@patchbay/testkit/behaviour'

export type Message = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Sends the message on; `host` is the account's, which the sender does not know. */
const forward = (message: Message, port: number, host?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { connection: _own, ...headers } = message.headers
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: message.method,
        path: message.url,
        headers: { ...headers, ...(host !== undefined && { host }) },
      },
      (answer) => {
        readAll(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    sent.end(message.body)
  })

const writeAnswer = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const { 'transfer-encoding': _length, connection: _own, ...rest } = headers
  response.writeHead(status, { ...rest, 'content-length': body.length }).end(body)
}

const unreachable = (response: ServerResponse): void => {
  if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' }).end('Not reachable yet')
}

type Handle = (message: Message, response: ServerResponse) => Promise<void>

const listenHttp = async (host: string, port: number, handle: Handle): Promise<Server> => {
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    readAll(request)
      .then((body) => handle({ method, url, headers, body }, response))
      .catch(() => unreachable(response))
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return server
}

/** Event streams and pages with a long life are passed through as they come. */
const isStream = ({ url }: Message): boolean => /\/events(\?|$)/.test(url)

const pipeStream = (message: Message, port: number, response: ServerResponse): void => {
  const sent = httpRequest({ host: '127.0.0.1', port, path: message.url, headers: message.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  sent.on('error', () => unreachable(response))
  response.on('close', () => sent.destroy())
  sent.end()
}

export type ModuleFaults = {
  plan: BehaviourPlan
  /** How long requests to the module take longer. */
  delayMs: number
}

export const noFaults = (): ModuleFaults => ({ plan: createBehaviourPlan(), delayMs: 0 })

/** What a request to a module is about: the payment action or the type and emoji of a webhook. */
const topicsOf = ({ url, body }: Message): string[] => {
  const path = url.split('?')[0] ?? ''
  if (!path.endsWith('/webhook')) return [path.slice(path.lastIndexOf('/') + 1)]
  try {
    const { type, data } = JSON.parse(body.toString('utf8')) as { type: string; data: { new_reaction?: string } }
    return [type, data.new_reaction ?? '']
  } catch {
    return []
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const reject = (response: ServerResponse): void =>
  void response
    .writeHead(422, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code: 'general', message: 'The channel refuses this' } }))

/** In front of a module: its public address. Only requests of the system meet faults, never pages. */
export const openModuleGateway = (host: string, port: number, modulePort: number, faults: ModuleFaults) =>
  listenHttp(host, port, async (message, response) => {
    if (isStream(message)) return pipeStream(message, modulePort, response)
    const isCallback = message.headers['webhook-id'] !== undefined
    if (!isCallback) return writeAnswer(response, await forward(message, modulePort))
    const behaviour = faults.plan.nextResponse(...topicsOf(message))
    if (faults.delayMs > 0) await sleep(faults.delayMs)
    const answer = takesEffect(behaviour) ? await forward(message, modulePort) : undefined
    const succeed = () => (answer ? writeAnswer(response, answer) : unreachable(response))
    respond(behaviour, response, succeed, () => reject(response))
  })

export type Reports = {
  isDoubled: boolean
  isHangupLost: boolean /** How late the record of such a call comes. */
  lateMs: number
}

export const allReports = (): Reports => ({ isDoubled: false, isHangupLost: false, lateMs: 15_000 })

const CALL_EVENT = '/api/v5/telephony/call/event'
const CALL_UPLOAD = '/api/v5/telephony/calls/upload'
const REPORTS = [CALL_EVENT, CALL_UPLOAD, '/api/v5/payment/update-invoice']

const isHangup = ({ url, body }: Message): boolean =>
  url.startsWith(CALL_EVENT) && (new URLSearchParams(body.toString('utf8')).get('event') ?? '').includes('"hangup"')

const accepted = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')

/** In front of the system, for the modules of an account. */
export const openSystemGateway = (listenHost: string, port: number, address: string, reports: Reports) => {
  const { host, port: systemPort } = new URL(address)
  const pass = (message: Message) => forward(message, Number(systemPort || 80), host)
  return listenHttp(listenHost, port, async (message, response) => {
    if (reports.isHangupLost && isHangup(message)) return accepted(response)
    if (reports.isHangupLost && message.url.startsWith(CALL_UPLOAD)) {
      setTimeout(() => void pass(message).catch(() => undefined), reports.lateMs).unref()
      return accepted(response)
    }
    const answer = await pass(message)
    if (reports.isDoubled && REPORTS.some((path) => message.url.startsWith(path))) {
      // A module that reports twice does not know it: the second report has a key of its own.
      const { 'idempotency-key': _first, ...headers } = message.headers
      await pass({ ...message, headers }).catch(() => undefined)
    }
    writeAnswer(response, answer)
  })
}

export type RedisGateway = { stop: () => Promise<void>; start: () => Promise<void> }

/** Redis through a socket of ours, so that it can be stopped for the demo alone. */
export const openRedisGateway = async (port: number, redisUrl: string): Promise<RedisGateway> => {
  const { hostname, port: redisPort } = new URL(redisUrl)
  const sockets = new Set<Socket>()
  let server: TcpServer | undefined
  const join = (near: Socket): void => {
    const far = connect(Number(redisPort || 6379), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
    near.pipe(far).pipe(near)
  }
  const start = () =>
    new Promise<void>((resolve, fail) => {
      if (server) return resolve()
      server = createTcpServer(join)
      server.once('error', fail)
      server.listen(port, '127.0.0.1', resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      const open = server
      server = undefined
      for (const socket of sockets) socket.destroy()
      if (open) open.close(() => resolve())
      else resolve()
    })
  await start()
  return { start, stop }
}

import { createSocket, type Socket } from 'node:dgram'
import {
  formatMessage,
  type Header,
  headerOf,
  headersOf,
  parameterOf,
  parseMessage,
  respondTo,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  sequenceOf,
} from './message.ts'

// Transactions over UDP (RFC 3261, 17): requests are repeated until they are answered, repeated requests get the stored
// response. Everything goes to one neighbour, the edge proxy.

const T1_MS = 500
const T2_MS = 4_000
const LIFETIME_MS = 64 * T1_MS

export type ServerTransaction = {
  request: SipRequest
  respond: (status: number, more?: { tag?: string; headers?: readonly Header[]; body?: string }) => void
}

export type ClientTransaction = { branch: string; cancel: () => void }

export type TransactionOptions = {
  port: number
  proxyPort: number
  onRequest: (transaction: ServerTransaction) => void
  /** A telephone answered a call that this process does not know: it was placed before a restart. */
  onStrayAnswer: (response: SipResponse) => void
}

type Write = (message: SipMessage) => void
type OnResponse = (response: SipResponse) => void

const newBranch = (): string => `z9hG4bK${crypto.randomUUID().replaceAll('-', '')}`
const branchOf = (message: SipMessage): string => parameterOf(headerOf(message, 'via'), 'branch')

/** Sends now, and again with growing pauses until stopped or given up. */
const repeat = (send: () => void, gaveUp: () => void): (() => void) => {
  let pause = T1_MS
  let waited = 0
  let timer: NodeJS.Timeout
  const next = () => {
    send()
    timer = setTimeout(() => {
      waited += pause
      pause = Math.min(pause * 2, T2_MS)
      if (waited >= LIFETIME_MS) gaveUp()
      else next()
    }, pause)
  }
  next()
  return () => clearTimeout(timer)
}

const forget = (map: Map<string, unknown>, key: string) => setTimeout(() => map.delete(key), LIFETIME_MS).unref()

/** The ACK of a refused INVITE is part of its transaction: same branch, same request URI. */
const ackOfRefusal = (invite: SipRequest, response: SipResponse): SipRequest => ({
  method: 'ACK',
  uri: invite.uri,
  headers: [
    ['via', headerOf(invite, 'via')],
    ['max-forwards', '70'],
    ...headersOf(invite, 'route').map((value): Header => ['route', value]),
    ['from', headerOf(invite, 'from')],
    ['to', headerOf(response, 'to')],
    ['call-id', headerOf(invite, 'call-id')],
    ['cseq', `${sequenceOf(invite).number} ACK`],
  ],
  body: '',
})

const CANCEL_HEADERS = new Set(['via', 'from', 'to', 'call-id', 'route', 'max-forwards'])

const cancelOf = (invite: SipRequest): SipRequest => ({
  method: 'CANCEL',
  uri: invite.uri,
  headers: [
    ...invite.headers.filter(([name]) => CANCEL_HEADERS.has(name)),
    ['cseq', `${sequenceOf(invite).number} CANCEL`],
  ],
  body: '',
})

type Client = { request: SipRequest; stop: () => void; onResponse: OnResponse; done: boolean }

/** Requests that we sent. */
const createClients = (write: Write, onStrayAnswer: OnResponse) => {
  const clients = new Map<string, Client>()
  const receive = (response: SipResponse, key: string): void => {
    const client = clients.get(key)
    const accepted = response.status >= 200 && response.status < 300
    if (!client) return void (key.endsWith(' INVITE') && accepted && onStrayAnswer(response))
    const isInvite = client.request.method === 'INVITE'
    if (response.status >= 300 && isInvite) write(ackOfRefusal(client.request, response))
    // An accepted INVITE is acknowledged by the dialog, also each time the response is repeated.
    if (client.done) return void (isInvite && accepted && client.onResponse(response))
    if (response.status >= 200 || isInvite) client.stop()
    if (response.status >= 200) {
      client.done = true
      forget(clients, key)
    }
    client.onResponse(response)
  }
  const start = (request: SipRequest, onResponse: OnResponse): void => {
    const key = `${branchOf(request)} ${request.method}`
    const client: Client = { request, stop: () => {}, onResponse, done: false }
    clients.set(key, client)
    client.stop = repeat(
      () => write(request),
      () => receive(respondTo(request, 408), key),
    )
  }
  return { start, receive, stop: () => clients.forEach(({ stop }) => void stop()) }
}

type Server = { request: SipRequest; last?: SipMessage; stop: () => void }

const sameCall = (one: SipRequest, ack: SipRequest): boolean =>
  headerOf(one, 'call-id') === headerOf(ack, 'call-id') && sequenceOf(one).number === sequenceOf(ack).number

/** Requests that we received. */
const createServers = (write: Write, onRequest: TransactionOptions['onRequest']) => {
  const servers = new Map<string, Server>()
  const open = (request: SipRequest): ServerTransaction => {
    const key = `${branchOf(request)} ${request.method}`
    const server: Server = { request, stop: () => {} }
    servers.set(key, server)
    const respond: ServerTransaction['respond'] = (status, more) => {
      server.stop()
      const response = respondTo(request, status, more)
      server.last = response
      if (status < 200) return write(response)
      forget(servers, key)
      // The final response of an INVITE is repeated until its ACK comes.
      if (request.method !== 'INVITE') return write(response)
      server.stop = repeat(
        () => write(response),
        () => {},
      )
    }
    return { request, respond }
  }
  return {
    open,
    receive: (message: SipRequest) => {
      if (message.method === 'ACK') {
        for (const [key, one] of servers) if (key.endsWith(' INVITE') && sameCall(one.request, message)) one.stop()
        return
      }
      const known = servers.get(`${branchOf(message)} ${message.method}`)
      if (!known) return onRequest(open(message))
      if (known.last) write(known.last)
    },
    stop: () => servers.forEach(({ stop }) => void stop()),
  }
}

const bind = (socket: Socket, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    // While the proxy is restarted the kernel reports errors; what was sent is repeated.
    socket.on('error', () => {})
    socket.bind(port, '127.0.0.1', () => resolve())
  })

export const openTransactions = async ({ port, proxyPort, onRequest, onStrayAnswer }: TransactionOptions) => {
  const socket = createSocket('udp4')
  let closed = false
  const write: Write = (message) => {
    if (!closed) socket.send(formatMessage(message), proxyPort, '127.0.0.1')
  }
  const clients = createClients(write, onStrayAnswer)
  const servers = createServers(write, onRequest)
  const withVia = (message: SipRequest, branch: string): SipRequest => ({
    ...message,
    headers: [['via', `SIP/2.0/UDP 127.0.0.1:${port};branch=${branch};rport`], ...message.headers],
  })
  socket.on('message', (bytes) => {
    const message = parseMessage(bytes.toString('utf8'))
    if (message === undefined || closed) return
    if ('method' in message) servers.receive(message)
    else clients.receive(message, `${branchOf(message)} ${sequenceOf(message).method}`)
  })
  await bind(socket, port)
  return {
    request: (message: SipRequest, onResponse: OnResponse): ClientTransaction => {
      const branch = newBranch()
      const sent = withVia(message, branch)
      clients.start(sent, onResponse)
      return { branch, cancel: () => clients.start(cancelOf(sent), () => {}) }
    },
    /** Sends what has no transaction: the ACK of an accepted INVITE. */
    write: (message: SipRequest): void => write(withVia(message, newBranch())),
    /** Takes up a request that was received before a restart. */
    resume: servers.open,
    /** Cancels an INVITE that was sent before a restart, as it was sent. */
    cancelSent: (invite: SipRequest): void => clients.start(cancelOf(invite), () => {}),
    /** With the Via header of this branch. */
    withVia,
    close: (): void => {
      closed = true
      clients.stop()
      servers.stop()
      socket.close()
    },
  }
}

export type Transactions = Awaited<ReturnType<typeof openTransactions>>

import { isUtf8 } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import { partialAnswer, readRange } from './ranges.ts'
import { trimTrailingSlash } from './registration.ts'
import { type ForwardedAnswer, forwardTo } from './traffic.ts'
import { type Verdict, verdictLine } from './verdict-line.ts'

// Commands for a module on a machine without a public address, with the module's own key: its requests come over a connection
// that this side opens, and the answers go back the same way.

export type RemoteOptions = {
  /** Of the account, such as https://shop.example. */
  system: string
  key: string
  /** Of a key with several modules: which one. */
  module?: string
}

/** The system refused, in its own words. */
export class RefusedError extends Error {}

/** The system could not be reached. */
export class UnreachableError extends Error {}

const reach = async (
  { system, key, module }: RemoteOptions,
  path: string,
  init: RequestInit & { query?: Record<string, string> } = {},
): Promise<Response> => {
  const url = new URL(`${trimTrailingSlash(system)}${path}`)
  for (const [name, value] of Object.entries({ ...init.query, ...(module !== undefined && { module }) }))
    url.searchParams.set(name, value)
  const { query: _query, ...rest } = init
  const response = await fetch(url, { ...rest, headers: { ...rest.headers, 'x-api-key': key } }).catch(
    (error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      throw new UnreachableError(`${system} does not answer: ${reason}`)
    },
  )
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as { errorMsg?: string; errors?: Record<string, string> }
  const details = Object.values(said.errors ?? {})
  throw new RefusedError([said.errorMsg ?? `HTTP ${response.status}`, ...details].join(' '))
}

const post = async <T>(options: RemoteOptions, path: string, body: object): Promise<T> => {
  const headers = { 'content-type': 'application/json' }
  return (await reach(options, path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<T>
}

type Listened = {
  id: string
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  totalMs: number
}

/** The events of a stream: name and data. */
async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { event: field('event') ?? '', data }
    }
  }
}

export type ListenRemoteOptions = RemoteOptions & {
  /** The module's URL on this machine. */
  to: string
  record?: string
  onListening?: (module: string) => void
  onForwarded?: (answered: { method: string; url: string; status: number }) => void
  signal?: AbortSignal
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The system asks for recordings range by range (D-103). A module that sends the whole is right too: it is cut here. */
const cutToRange = (answered: ForwardedAnswer, range: string | undefined): ForwardedAnswer => {
  const part = answered.status === 200 ? readRange(range, answered.body.length) : undefined
  if (part === undefined) return answered
  const { status, headers, body } = partialAnswer(answered.body, part)
  return { status, headers: { ...answered.headers, ...headers }, body: Buffer.from(body) }
}

const contentOf = ({ status, headers, body }: ForwardedAnswer) => ({
  status,
  headers,
  ...(isUtf8(body) ? { body: body.toString('utf8') } : { bodyBase64: body.toString('base64') }),
})

const handle = async (options: ListenRemoteOptions, one: Listened): Promise<void> => {
  const { id, method, headers, body = '', totalMs } = one
  const request = { method, url: pathOf(one.url), headers, body: Buffer.from(body) }
  const answered: ForwardedAnswer = await forwardTo(options, request, AbortSignal.timeout(totalMs))
  const answer =
    answered.failed === undefined
      ? { id, ...contentOf(cutToRange(answered, headers.range)) }
      : { id, failed: `The module did not answer: ${answered.failed}` }
  await post(options, '/api/v5/module/answer', { answer })
}

/** Ends when the connection does: by the signal, or because another listener took over. */
export const listenRemote = async (options: ListenRemoteOptions): Promise<'replaced' | 'ended'> => {
  const { signal, onListening } = options
  const response = await reach(options, '/api/v5/module/listen', signal ? { signal } : {})
  if (!response.body) return 'ended'
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'replaced') return 'replaced'
    if (event === 'listening') onListening?.((JSON.parse(data) as { module: string }).module)
    // Not awaited: a slow answer must not hold up the next request.
    if (event === 'request') handle(options, JSON.parse(data) as Listened).catch(() => undefined)
  }
  return 'ended'
}

export type TailedExchange = {
  id: number
  at: string
  direction: 'in' | 'out'
  method: string
  url: string
  status?: number
  durationMs: number
  ok: boolean
  result: Verdict
}

const TAIL_MS = 1_000

/** Follows the traffic of the module; each exchange once, the oldest first. */
export async function* tail(options: RemoteOptions & { signal?: AbortSignal }): AsyncGenerator<TailedExchange> {
  const { signal } = options
  let sinceId: number | undefined
  while (!signal?.aborted) {
    const query: Record<string, string> = sinceId === undefined ? {} : { sinceId: String(sinceId) }
    const response = await reach(options, '/api/v5/module/traffic', { query, ...(signal && { signal }) })
    const { exchanges } = (await response.json()) as { exchanges: TailedExchange[] }
    for (const exchange of exchanges) {
      sinceId = exchange.id
      yield exchange
    }
    sinceId ??= 0
    await sleep(TAIL_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}

type Order = { payments: Record<string, { id: number }> }

/** An order with one payment of the module, and its invoice: the module gets `create`. */
const triggerPayment = async (options: RemoteOptions, type: string, site: string | undefined): Promise<string> => {
  const order = {
    firstName: 'Patchbay',
    lastName: 'trigger',
    email: 'trigger@patchbay.test',
    items: [{ productName: 'Trigger', initialPrice: 1, quantity: 1 }],
    payments: [{ type, amount: 1 }],
  }
  const { id } = await post<{ id: number }>(options, '/api/v5/orders/create', {
    order,
    ...(site !== undefined && { site }),
  })
  const read = await (await reach(options, `/api/v5/orders/${id}`, { query: { by: 'id' } })).json()
  const [payment] = Object.values((read as { order: Order }).order.payments)
  const createInvoice = { paymentId: payment?.id }
  const made = await post<{ result: { link: string } }>(options, '/api/v5/payment/create-invoice', { createInvoice })
  return `order ${id}: ${made.result.link}`
}

const triggerCall = async (options: RemoteOptions, phone: string): Promise<string> => {
  const { result } = await post<{ result: TailedExchange['result'] }>(options, '/api/v5/module/call', {
    call: { phone },
  })
  return verdictLine({ ok: result.code === 'accepted', result })
}

export const TRIGGERS = ['call.make', 'payment.create'] as const
export type Trigger = (typeof TRIGGERS)[number]

/** Makes the system do one thing to the module; returns what came of it. */
export const trigger = (
  options: RemoteOptions,
  event: Trigger,
  { phone = '+12025550123', type = '', site }: { phone?: string; type?: string; site?: string } = {},
): Promise<string> => (event === 'call.make' ? triggerCall(options, phone) : triggerPayment(options, type, site))

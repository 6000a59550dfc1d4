// Sends the requests of the examples and keeps what was sent and answered, one example for each operation and status.
import { encodeParameters } from '@patchbay/contract/base/callback'
import { type Endpoint, type InputOf, type ReplyOf, surfaceOf } from '@patchbay/contract/base/endpoint'
import { CALLBACKS } from '@patchbay/contract/endpoints'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import type { ReceivedRequest } from '@patchbay/testkit/receiver'
import type { Placeholders } from './placeholders.ts'

/** How the parameters of a POST to the integration API are sent. */
export const BODY_FORMATS = ['form', 'multipart', 'json'] as const
export type BodyFormat = (typeof BODY_FORMATS)[number]

/** By the operation's id and the status of the answer. */
export type Examples = Record<string, Record<string, unknown>>
export type Recording = { operations: Examples; webhooks: Examples }

type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { [Name in keyof T]?: DeepPartial<T[Name]> }
    : T

/** What an example sends: defaults may be absent. */
export type ExampleInput<E extends Endpoint> = DeepPartial<InputOf<E>>

type Parts = { params?: object; query?: object; body?: object }

export type Recorder = {
  recording: Recording
  /** Sends the request; an answer with another status than the contract's fails. */
  call: <E extends Endpoint>(client: HttpClient, endpoint: E, input?: ExampleInput<E>) => Promise<ReplyOf<E>>
  /** Sends bytes, or receives them. */
  callRaw: (client: HttpClient, endpoint: Endpoint, input: Parts & { bytes?: Buffer }) => Promise<Reply>
  /** Keeps an exchange that was made another way, such as a stream. */
  keepExchange: (endpoint: Endpoint, exchange: Parts & { response: unknown }) => void
  /** Keeps a request to a module with its answer. */
  keepRequest: (id: string, received: ReceivedRequest, answer: { status: number; body?: unknown }) => void
}

const pathOf = ({ path }: Endpoint, params: object = {}): string =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)

/** PHP brackets, as published clients send them: filter[ids][]=1. */
const queryFields = (name: string, value: unknown): [string, string][] => {
  if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => queryFields(`${name}[${key}]`, inner))
  return [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]]
}

const queryOf = (query: object | undefined): string =>
  query ? `?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => queryFields(name, value)))}` : ''

const sendBody = (client: HttpClient, format: BodyFormat, endpoint: Endpoint, path: string, body: object) => {
  if (surfaceOf(endpoint.path) === 'transport')
    return client.send(endpoint.method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  if (format === 'json') return client.postJson(path, body)
  const fields = encodeParameters(body)
  return format === 'form' ? client.post(path, fields) : client.postMultipart(path, fields)
}

/** The headers that a module reads. */
const HEADERS = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'webhook-sequence',
  'clientid',
  'idempotency-key',
]

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : text
  } catch {
    return text
  }
}

const parametersOf = (parameters: URLSearchParams): object =>
  Object.fromEntries([...parameters].map(([name, value]) => [name, parsed(value)]))

const contentOf = (id: string, { query, form, body }: ReceivedRequest): object => {
  const callback = CALLBACKS.find((one) => one.id === id)
  if (!callback) throw new Error(`${id} is not in the contract`)
  if (callback.method === 'GET') return query.size > 0 ? { query: parametersOf(query) } : {}
  return { body: callback.isJson ? JSON.parse(body) : parametersOf(form) }
}

export const createRecorder = (format: BodyFormat, placeholders: Placeholders): Recorder => {
  const recording: Recording = { operations: {}, webhooks: {} }
  const keep = (examples: Examples, id: string, status: number, example: object): void => {
    const known = examples[id] ?? {}
    // Later requests of the scenario repeat an operation; the first one is the example.
    if (known[status] === undefined) known[status] = placeholders(example)
    examples[id] = known
  }
  const check = (endpoint: Endpoint, reply: Reply): void => {
    if (reply.status !== endpoint.status && reply.status !== endpoint.otherStatus)
      throw new Error(`${endpoint.id} answered ${reply.status}: ${reply.text}`)
  }
  return {
    recording,
    call: async (client, endpoint, input) => {
      const { params, ...rest } = (input ?? {}) as Parts
      // A POST without a body of its own takes the parameters of its query as a form.
      const isPosted = endpoint.method === 'POST' && endpoint.body === undefined && rest.query !== undefined
      const { query, body } = isPosted ? { query: undefined, body: rest.query } : rest
      const path = `${pathOf(endpoint, params)}${queryOf(query)}`
      const reply = body
        ? await sendBody(client, format, endpoint, path, body)
        : await client.send(endpoint.method, path, {})
      check(endpoint, reply)
      keep(recording.operations, endpoint.id, reply.status, { params, query, body, response: reply.body })
      return reply.body
    },
    callRaw: async (client, endpoint, { params, query, bytes }) => {
      const path = `${pathOf(endpoint, params)}${queryOf(query)}`
      const headers = { 'content-type': 'application/octet-stream' }
      const reply = await client.send(endpoint.method, path, bytes ? { headers, body: bytes } : {})
      check(endpoint, reply)
      const response = endpoint.replyType === undefined ? reply.body : reply.text
      keep(recording.operations, endpoint.id, reply.status, {
        params,
        query,
        body: bytes?.toString(),
        response,
      })
      return reply
    },
    keepExchange: (endpoint, exchange) => keep(recording.operations, endpoint.id, endpoint.status, exchange),
    keepRequest: (id, received, { status, body }) => {
      const headers = Object.fromEntries(HEADERS.map((name) => [name, received.headers[name]]))
      keep(recording.webhooks, id, status, { headers, ...contentOf(id, received), response: body })
    },
  }
}

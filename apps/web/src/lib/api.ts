import type { Endpoint, InputOf, PhantomType, ReplyOf } from '@patchbay/contract/base/endpoint'
import { parseTexts } from './bidi.ts'

type Address = Pick<Endpoint, 'method' | 'path'>

/** An endpoint of the contract in the browser: its method and path, and the types of its input and output. */
export type EndpointOf<E> = Address & PhantomType<InputOf<E>, ReplyOf<E>>

type ErrorBody = {
  errorMsg?: string
  errorCode?: string
  errors?: Record<string, string>
  errorValues?: Record<string, string>
}

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: Record<string, string>
  /** The data of the message: amounts, codes, names. */
  readonly values: Record<string, string>

  constructor(status: number, body: ErrorBody) {
    super(body.errorMsg ?? 'The server cannot be reached. Check your connection and try again')
    this.status = status
    this.code = body.errorCode
    this.fields = body.errors ?? {}
    this.values = body.errorValues ?? {}
  }
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Nested values in form encoding: filter[sites][]=kettle. */
const pairsOf = (name: string, value: unknown): [string, string][] => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(`${name}[]`, one))
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([inner, one]) => pairsOf(`${name}[${inner}]`, one))
}

const addressOf = (endpoint: Address, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairsOf(name, value)))
  return search.size > 0 ? `${path}?${search}` : path
}

/** No read takes this long: its connection is dead, and the next read takes another one. */
const READ_MS = 60_000

/** Calls an endpoint of the contract, with the contract's input and output types. */
export const call = async <E extends Address>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> => {
  const parts = input as Parts
  const response = await fetch(addressOf(endpoint, parts), {
    method: endpoint.method,
    ...(endpoint.method === 'GET' && { signal: AbortSignal.timeout(READ_MS) }),
    ...(parts.body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parts.body),
    }),
  }).catch(() => undefined)
  if (!response) throw new ApiError(0, {})
  const body = await response
    .text()
    .then(parseTexts<ErrorBody>)
    .catch((): ErrorBody => ({}))
  if (!response.ok) throw new ApiError(response.status, body)
  return body as ReplyOf<E>
}

// B1: requests to every endpoint, generated from the contract's own schemas: valid, nearly valid and wild, as JSON, form,
// multipart and garbage. No answer may be an internal error, and each must fit the schema that the contract promises.
import { type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import { ERRORS, type ErrorCode } from '@patchbay/contract/base/errors'
import { ErrorReply, TransportErrorReply } from '@patchbay/contract/base/types'
import { BYTE_ENDPOINTS, ENDPOINTS } from '@patchbay/contract/endpoints'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { fitting, type Ids, nearly, type Schema, wild } from './fuzz-values.ts'

export type Sent = { endpoint: Endpoint; path: string; headers: Record<string, string>; body?: string | Buffer }
type Json = Record<string, unknown>

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed()

const BOUNDARY = 'patchbay-fuzz'

/** filter[name][]=value, as PHP writes it. */
const bracketed = (name: string, value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) => bracketed(`${name}[${Array.isArray(value) ? '' : key}]`, member))
    : [[name, asText(value)]]

const encoded = (fields: Json, brackets: boolean): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      brackets ? bracketed(name.toWellFormed(), value) : [[name.toWellFormed(), asText(value)]],
    ),
  ).toString()

const WAYS = ['json', 'json', 'json', 'form', 'form', 'brackets', 'multipart', 'garbage', 'mislabelled'] as const

const bodyAs = (way: (typeof WAYS)[number], body: Json, noise: string): { type: string; text: string } => {
  const json = JSON.stringify(body)
  if (way === 'form' || way === 'brackets')
    return { type: 'application/x-www-form-urlencoded', text: encoded(body, way === 'brackets') }
  if (way === 'multipart') {
    const parts = Object.entries(body).map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${asText(value)}\r\n`,
    )
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, text: `${parts.join('')}--${BOUNDARY}--\r\n` }
  }
  if (way === 'garbage') return { type: 'application/json', text: json.slice(0, noise.length * 3) + noise }
  if (way === 'mislabelled') return { type: 'application/x-www-form-urlencoded', text: json }
  return { type: 'application/json', text: json }
}

/** `id` is the id of the noun in front of it. */
const idsFor = (endpoint: Endpoint, ids: Ids): Ids => {
  const noun = endpoint.path.split('/').findLast((part) => ids[part] !== undefined)
  return { ...ids, ...(noun !== undefined && { id: ids[noun] as string }) }
}

/** Addresses of credentials and sessions: a run that signs itself out tests nothing afterwards. */
const KEPT = new Set(['token', 'apiKey', 'cookie', 'shareToken'])

const requestTo = (endpoint: Endpoint, given: Ids): fc.Arbitrary<Sent> => {
  const ids = Object.fromEntries(Object.entries(idsFor(endpoint, given)).filter(([name]) => !KEPT.has(name)))
  const part = (schema: unknown): fc.Arbitrary<Json> =>
    schema ? nearly(fitting(schema as Schema, ids) as fc.Arbitrary<Json>) : fc.constant({})
  const params = Object.entries((endpoint.params?.properties ?? {}) as Record<string, Schema>)
  const ofParam = (name: string, schema: Schema): fc.Arbitrary<string> =>
    fc
      .oneof({ weight: 9, arbitrary: fitting(schema, ids, name) }, { weight: 1, arbitrary: wild })
      // Every client takes . and .. out of a path, also when they are encoded.
      .map((value) =>
        encodeURIComponent(
          asText(value)
            .slice(0, 400)
            .replace(/^\.{1,2}$/, ' ') || ' ',
        ),
      )
  const isBytes = BYTE_ENDPOINTS.includes(endpoint)
  return fc
    .record({
      params: fc.record(Object.fromEntries(params.map(([name, schema]) => [name, ofParam(name, schema)]))),
      query: part(endpoint.query),
      body: part(endpoint.body),
      bytes: fc.uint8Array({ maxLength: 200 }),
      way: fc.constantFrom(...WAYS),
      brackets: fc.boolean(),
      noise: fc.string({ unit: 'binary', maxLength: 12 }),
      anonymous: fc.nat(19),
    })
    .map(({ params: inPath, query, body, bytes, way, brackets, noise, anonymous }) => {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '1')
      const search = encoded(query, brackets)
      const { type, text } = bodyAs(way, body, noise.toWellFormed())
      const sends = endpoint.method !== 'GET' && (endpoint.body !== undefined || way === 'garbage')
      return {
        endpoint,
        path: search === '' ? path : `${path}?${search}`,
        headers: {
          ...(sends && { 'content-type': type }),
          ...(isBytes && { 'content-type': 'application/octet-stream' }),
          ...(anonymous === 0 && {
            'x-api-key': noise.replace(/[^\x21-\x7e]/g, ''),
            'x-transport-token': '',
            cookie: '',
          }),
        },
        ...(sends && { body: text }),
        ...(isBytes && { body: Buffer.from(bytes) }),
      }
    })
}

/** Last in a round: they may end the session, the key or the account that the others use. */
const ENDS_ACCESS =
  /sign-out|own-sessions|password\.choose|second-factor|single-sign-on|api-keys|users\.change|account\.change|modules\.remove|rotate|several|split/

/** One round: every endpoint, those with a body three times. */
export const round = (ids: Ids, seed: number): Sent[] => {
  const all = [...ENDPOINTS, ...BYTE_ENDPOINTS].flatMap((endpoint, place) =>
    fc.sample(requestTo(endpoint, ids), { numRuns: endpoint.body ? 6 : 2, seed: seed * 1009 + place }),
  )
  const order = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? all
  return [
    ...order.filter(({ endpoint }) => !ENDS_ACCESS.test(endpoint.id)),
    ...order.filter(({ endpoint }) => ENDS_ACCESS.test(endpoint.id)),
  ]
}

const REPLIES = new Map([...ENDPOINTS, ...BYTE_ENDPOINTS].map((endpoint) => [endpoint.id, Compile(endpoint.reply)]))
const ERROR = Compile(ErrorReply)
const TRANSPORT_ERROR = Compile(TransportErrorReply)

/** The error codes by text, for the API that sends no codes. */
const codeOf = (reply: Reply): ErrorCode | undefined => {
  const { errorCode } = (reply.body ?? {}) as { errorCode?: string }
  return errorCode !== undefined && Object.hasOwn(ERRORS, errorCode) ? (errorCode as ErrorCode) : undefined
}

/** Why an answer is wrong, or undefined. A module that does not answer, and a rate limit, are answers of their own. */
export const wrongWith = ({ endpoint, path }: Sent, reply: Reply): string | undefined => {
  const code = codeOf(reply)
  const isOurs = code === undefined || ERRORS[code].fault === 'system'
  if (reply.status >= 500 && (isOurs || ERRORS[code].status !== reply.status)) return `status ${reply.status}`
  if (reply.body === undefined) return `no JSON: ${reply.text.slice(0, 80)}`
  if (reply.status >= 400) {
    const shape = surfaceOf(path) === 'transport' ? TRANSPORT_ERROR : ERROR
    const [issue] = shape.Errors(reply.body)
    return issue && `the error at ${issue.instancePath}: ${issue.message}`
  }
  if (reply.status !== endpoint.status && reply.status !== endpoint.otherStatus) return `status ${reply.status}`
  // D-53: some refusals come with 200.
  if ((reply.body as { success?: unknown }).success === false)
    return ERROR.Check(reply.body) ? undefined : 'the refusal'
  const [issue] = REPLIES.get(endpoint.id)?.Errors(reply.body) ?? []
  return issue && `the answer at ${issue.instancePath}: ${issue.message}`
}

const HANGS_MS = 60_000

/** Sends it; a request without an answer is an answer of status 0. */
export const send = async (http: HttpClient, { endpoint, path, headers, body }: Sent): Promise<Reply> => {
  const failed = (text: string): Reply => ({ status: 0, headers: {}, body: undefined as never, text })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => resolve(failed('no answer within a minute')), HANGS_MS)
  })
  const answered = http
    .send(endpoint.method, path, { headers, ...(body !== undefined && { body }) })
    .catch((error: unknown) => failed(String(error)))
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

// Requests to every endpoint with the ids of somebody else, for the fault `tenants`.

import type { Endpoint } from '@patchbay/contract/base/endpoint'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'
import { type Samples, sampleOf } from './sample.ts'

export const CANARY = 'canary-7f3a'
export const CODE = 'one-module'
export const ORDER = 'one-order'

/** Ids by the name of the parameter, or by the noun in the path that an `id` follows. */
export type Ids = Readonly<Record<string, string>>

/** `id` is the id of the noun in front of it; the files of orders and customers are called files as those of messages are. */
const idOf = (endpoint: Endpoint, name: string, ids: Ids): string | undefined => {
  if (name !== 'id') return ids[name]
  const parts = endpoint.path.split('/')
  const noun = parts[parts.indexOf('{id}') - 1] ?? ''
  return ids[endpoint.id.startsWith('attachments.') ? 'attachments' : noun]
}

/** Whether every parameter of the path is known, so that the request is about a record that exists. */
export const hasIds = (endpoint: Endpoint, ids: Ids): boolean =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => idOf(endpoint, name, ids) !== undefined)

const pathOf = (endpoint: Endpoint, ids: Ids): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(idOf(endpoint, name, ids) ?? ids[name] ?? '1'),
  )

const queryOf = (endpoint: Endpoint, samples: Samples): string => {
  const fields = endpoint.query ? (sampleOf(endpoint.query, samples) as Record<string, unknown>) : {}
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

export type TenantRequest = { method: string; path: string; body?: object }

/** About the record in the path, or about whatever records the body can name. */
export const requestTo = (endpoint: Endpoint, ids: Ids, random: () => number): TenantRequest => {
  const samples = { random, ids, withIds: !endpoint.path.includes('{') }
  return {
    method: endpoint.method,
    path: pathOf(endpoint, ids) + queryOf(endpoint, samples),
    ...(endpoint.body && { body: sampleOf(endpoint.body, samples) as object }),
  }
}

export const sendOnce = (http: HttpClient, { method, path, body }: TenantRequest): Promise<Reply> => {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return http.send(method, path, sent)
}

/** Wrong keys are rate-limited: repeats until the endpoint itself responds. */
export const sendRequest = async (http: HttpClient, request: TenantRequest): Promise<Reply> => {
  for (;;) {
    const reply = await sendOnce(http, request)
    if (!/rate_exceeded|Rate limit exceeded/.test(reply.text)) return reply
    await sleep(1_000)
  }
}

export const callEndpoint = (http: HttpClient, endpoint: Endpoint, ids: Ids, random: () => number): Promise<Reply> =>
  sendRequest(http, requestTo(endpoint, ids, random))

/** A refusal is a status, or success false where an interface answers 200 (D-53). */
export const isRefused = ({ status, text }: Reply): boolean => status >= 400 || /"success":false/.test(text)

/** What went wrong, one line each, and how many requests were made. */
export type Findings = { trials: number; leaks: string[] }

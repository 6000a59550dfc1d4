// Requests to every endpoint with the ids of somebody else, for the fault `tenants`.

import type { Endpoint } from '@patchbay/contract/base/endpoint'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'
import { sampleOf } from './sample.ts'

export const CANARY = 'canary-7f3a'
export const CODE = 'one-module'
export const ORDER = 'one-order'

/** Ids by the name of the parameter, or by the noun in the path that an `id` follows. */
export type Ids = Readonly<Record<string, string>>

const pathOf = (endpoint: Endpoint, ids: Ids): string => {
  const noun = endpoint.path.split('/').find((part) => ids[part] !== undefined) ?? ''
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (endpoint.path.includes('api-keys') && name === 'id') return encodeURIComponent(ids.keyId ?? '')
    return encodeURIComponent((name === 'id' ? ids[noun] : undefined) ?? ids[name] ?? '1')
  })
}

const queryOf = (endpoint: Endpoint, ids: Ids, random: () => number): string => {
  const fields = endpoint.query ? (sampleOf(endpoint.query, random, ids) as Record<string, unknown>) : {}
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

export const callEndpoint = async (
  http: HttpClient,
  endpoint: Endpoint,
  ids: Ids,
  random: () => number,
): Promise<Reply> => {
  const path = pathOf(endpoint, ids) + queryOf(endpoint, ids, random)
  const body = endpoint.body ? JSON.stringify(sampleOf(endpoint.body, random, ids)) : undefined
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) }
  for (;;) {
    const reply = await http.send(endpoint.method, path, { headers, ...(body !== undefined && { body }) })
    // Wrong keys are rate-limited; retry until the endpoint itself responds.
    if (!/rate_exceeded|Rate limit exceeded/.test(reply.text)) return reply
    await sleep(1_000)
  }
}

/** A refusal is a status, or success false where an interface answers 200 (D-53). */
export const isRefused = ({ status, text }: Reply): boolean => status >= 400 || /"success":false/.test(text)

/** What went wrong, one line each, and how many requests were made. */
export type Findings = { trials: number; leaks: string[] }

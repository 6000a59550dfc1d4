// Keys and transport tokens that somebody guesses: at random, and from a real one of which they know a part. None may be let in.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { type Findings, type Ids, requestTo, sendOnce, type TenantRequest } from './tenant-requests.ts'

const GUESSES = 300
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const ID = 'abcdefghijklmnopqrstuvwxyz0123456789'

type Random = () => number
type Guess = (real: string, random: Random) => string

const pick = <T>(from: ArrayLike<T>, random: Random): T => from[Math.floor(random() * from.length)] as T

const randomText = (letters: string, length: number, random: Random): string =>
  Array.from({ length }, () => pick(letters, random)).join('')

const otherCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

const withOneChanged: Guess = (real, random) => {
  const at = Math.floor(random() * real.length)
  const others = SECRET.replace(real[at] ?? '', '')
  return real.slice(0, at) + pick(others, random) + real.slice(at + 1)
}

/** Of any secret. */
const NEAR: Readonly<Record<string, Guess>> = {
  'one character changed': withOneChanged,
  'its beginning': (real, random) => real.slice(0, 1 + Math.floor(random() * (real.length - 1))),
  'its end': (real, random) => real.slice(1 + Math.floor(random() * (real.length - 1))),
  'other case': otherCase,
  'one character more': (real, random) => real + pick(SECRET, random),
  'much more': (real, random) => real + randomText(SECRET, 4_000, random),
  'as long, at random': (real, random) => randomText(SECRET, real.length, random),
  nothing: () => '',
}

/** The form of a key is public: it ends with the beginning of a hash. */
const formatKey = (id: string, secret: string): string =>
  `pb_${id}_${secret}${createHash('sha256').update(`${id}_${secret}`).digest('hex').slice(0, 6)}`

/** With the secret of a real key changed and its checksum right: only the hash of the secret is against it. */
const withSecret =
  (change: Guess): Guess =>
  (real, random) => {
    const [, id = '', secret = ''] = /^pb_([a-z0-9]{8})_(.{43})[0-9a-f]{6}$/.exec(real) ?? []
    return formatKey(id, change(secret, random))
  }

const OF_KEYS: Readonly<Record<string, Guess>> = {
  ...NEAR,
  'a key at random': (_real, random) => formatKey(randomText(ID, 8, random), randomText(SECRET, 43, random)),
  'a real id with a secret at random': withSecret((secret, random) => randomText(SECRET, secret.length, random)),
  'a secret with one character changed': withSecret(withOneChanged),
  'a secret in other case': withSecret(otherCase),
}

/** How a request carries a key (D-01). */
const WAYS: ((request: TenantRequest, key: string, http: HttpClient) => Promise<Reply>)[] = [
  (request, key, http) => sendOnce(http.with({ 'x-api-key': key }), request),
  ({ path, ...request }, apiKey, http) =>
    sendOnce(http, { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ apiKey })}` }),
  ({ body, ...request }, apiKey, http) =>
    request.method === 'GET'
      ? sendOnce(http.with({ 'x-api-key': apiKey }), request)
      : sendOnce(http, { ...request, body: { ...body, apiKey } }),
]

/** Only the words for a wrong key will do: any other refusal says that the key was let in. */
const isUnknown = ({ status, text }: Reply, guess: string): boolean =>
  (status === 403 && text.includes('"key_wrong"')) ||
  (status === 401 && text.includes('Wrong transport token')) ||
  ((status === 503 || status === 429) && text.includes('Rate limit exceeded')) ||
  (status === 400 && guess === '' && text.includes('"key_missing"'))

export const auditGuesses = async (
  { one, two, server }: { one: Tenant; two: Tenant; server: ServerChild },
  ids: Ids,
  random: Random,
): Promise<Findings> => {
  const findings: Findings = { trials: 0, leaks: [] }
  const by = (kind: Endpoint['auth']['by']) => ENDPOINTS.filter(({ auth }) => auth.by === kind)
  const [keyRoutes, tokenRoutes] = [by('api-key'), by('transport-token')]
  const token = ids.token ?? ''
  const guesses = (isKey: boolean, all: Readonly<Record<string, Guess>>) =>
    Object.entries(all).map(([as, guess]) => ({ as, guess, isKey }))
  const kinds = [
    ...guesses(true, { ...OF_KEYS, 'the key of another account': () => two.apiKey, 'a transport token': () => token }),
    ...guesses(false, { ...NEAR, 'an API key': () => one.apiKey }),
  ]
  for (let n = 0; n < GUESSES; n++) {
    const { as, guess, isKey } = pick(kinds, random)
    const endpoint = pick(isKey ? keyRoutes : tokenRoutes, random)
    const request = requestTo(endpoint, ids, random)
    // Each from an address of its own: nobody's limit on wrong keys answers for the endpoint.
    const http = one.client(server).with({ 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` })
    const text = guess(isKey ? one.apiKey : token, random)
    const reply = isKey
      ? await pick(WAYS, random)(request, text, http)
      : await sendOnce(http.with({ 'x-transport-token': text }), request)
    findings.trials++
    if (!isUnknown(reply, text))
      findings.leaks.push(`${endpoint.id} with a guess (${as}): ${reply.status} ${reply.text.slice(0, 100)}`)
  }
  await expectRealLetIn(one, server, token, findings)
  return findings
}

/** Otherwise nothing was guessed at: the real ones are let in in the same ways. */
const expectRealLetIn = async (one: Tenant, server: ServerChild, token: string, findings: Findings): Promise<void> => {
  const http = one.client(server)
  const [read, write] = [
    { method: 'GET', path: '/api/v5/customers' },
    { method: 'POST', path: '/api/v5/customers/create' },
  ]
  const replies = await Promise.all([
    ...WAYS.map((way, n) => way(n === 2 ? { ...write, body: { customer: {} } } : read, one.apiKey, http)),
    sendOnce(http.with({ 'x-transport-token': token }), { method: 'GET', path: '/api/transport/v1/channels' }),
  ])
  for (const [n, { status, text }] of replies.entries())
    if (status >= 300) findings.leaks.push(`the real key or token is refused in way ${n}: ${text}`)
}

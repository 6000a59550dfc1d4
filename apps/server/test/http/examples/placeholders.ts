// Replaces what differs from run to run (ids that are random, times, secrets, ports) by values of the same shape, so that
// two recordings of the same scenario are equal and an example still fits its schema.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const DAY_MS = 86_400_000
/** The moment of every example. */
const MOMENT = new Date('2026-09-14T10:30:00.000Z')
const LOCAL_TIME = MOMENT.toISOString().slice(0, 19).replace('T', ' ')

/** Times within two days of the run; what the scenario itself sends is older and stays. */
const isRecent = (text: string): boolean => Math.abs(Date.parse(text) - Date.now()) < 2 * DAY_MS

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ISO = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})/g
const LOCAL = /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g

/** Members whose value is a secret, a measurement or a time in seconds, whatever it is this time. */
const BY_NAME: Readonly<Record<string, Json>> = {
  apiKey: 'key-of-the-module',
  token: 'token-of-the-module',
  secret: 'whsec_c2VjcmV0IG9mIHRoZSBtb2R1bGUgMTIzNDU2Nzg5MA==',
  timestamp: Math.floor(MOMENT.getTime() / 1000),
  'webhook-id': 'f3b1c1a2-5d7e-4c1b-9a53-0c8f5f1d2e90',
  'webhook-timestamp': String(Math.floor(MOMENT.getTime() / 1000)),
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  'idempotency-key': 'f3b1c1a2-5d7e-4c1b-9a53-0c8f5f1d2e90',
  ms: 1.5,
  durationMs: 12,
  requestId: 'f3b1c1a2-5d7e-4c1b-9a53-0c8f5f1d2e90',
  systemVersion: '0.9.0',
}

/** The same inside texts: addresses with a signature, and bodies that are JSON as a string. */
const IN_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/expires=\d+&signature=[\w-]+/g, 'expires=1789468200&signature=c2lnbmF0dXJlIG9mIHRoZSBmaWxl'],
  [/("timestamp":)\d+/g, `$1${BY_NAME.timestamp}`],
  [/("webhook-timestamp":")\d+/g, `$1${BY_NAME.timestamp}`],
  [/v1,[\w+/]{43}=/g, String(BY_NAME['webhook-signature'])],
]

export type Placeholders = (value: unknown, name?: string) => Json

/** `literals` are texts of this run with what stands in their place, such as addresses with a port. */
export const createPlaceholders = (literals: readonly (readonly [string, string])[]): Placeholders => {
  const uuids = new Map<string, string>()
  const uuidFor = (uuid: string): string => {
    const known = uuids.get(uuid) ?? `3f0c0d52-9a1e-4b7c-8d26-${String(uuids.size + 1).padStart(12, '0')}`
    uuids.set(uuid, known)
    return known
  }
  const replaceText = (text: string): string =>
    [...literals, ...IN_TEXTS]
      .reduce((result, [from, to]) => result.replaceAll(from, to), text)
      .replace(UUID, (uuid) => (Object.values(BY_NAME).includes(uuid) ? uuid : uuidFor(uuid)))
      .replace(ISO, (time) => (isRecent(time) ? MOMENT.toISOString() : time))
      .replace(LOCAL, (time) => (isRecent(`${time.replace(' ', 'T')}Z`) ? LOCAL_TIME : time))
  const replace: Placeholders = (value, name = '') => {
    if (value === undefined) return null
    if (typeof value !== 'object' || value === null) {
      if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? null
      return typeof value === 'string' ? replaceText(value) : (value as Json)
    }
    if (Array.isArray(value)) return value.map((item) => replace(item))
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return Object.fromEntries(members.map(([key, inner]) => [replaceText(key), replace(inner, key)]))
  }
  return replace
}

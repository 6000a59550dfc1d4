// D-09: the signature of every request that the system sends to a module, by the Standard Webhooks specification. The
// server signs and modules verify with this file, so the two cannot diverge.
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

export type SignatureHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

export type VerificationResult = { ok: true } | { ok: false; reason: 'unsigned' | 'stale' | 'wrong' }

const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Decodes the secret once, for callers that sign many requests with it. */
export const readSecret = (secret: string): KeyObject =>
  createSecretKey(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')

const digest = (secret: string | KeyObject, id: string, timestamp: string, body: string): string => {
  const key = typeof secret === 'string' ? readSecret(secret) : secret
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}

/**
 * Signs the exact bytes that are sent: the body, or the raw query string of a GET. During a rotation there are two
 * secrets, and the receiver accepts either.
 */
export const sign = (
  secrets: readonly (string | KeyObject)[],
  id: string,
  at: Date,
  body: string,
): SignatureHeaders => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${digest(secret, id, timestamp, body)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Verifies that a request came from the system, unchanged, within the last five minutes. */
export const verify = (
  secret: string,
  headers: Partial<Record<string, string | string[] | undefined>>,
  body: string,
  now = new Date(),
  toleranceSeconds = 300,
): VerificationResult => {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') {
    return { ok: false, reason: 'unsigned' }
  }
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds) return { ok: false, reason: 'stale' }
  const expected = `v1,${digest(secret, id, timestamp, body)}`
  return signature.split(' ').some((given) => same(given, expected)) ? { ok: true } : { ok: false, reason: 'wrong' }
}

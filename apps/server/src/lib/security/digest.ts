import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

export const hmacHex = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** A random token: 256 bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')

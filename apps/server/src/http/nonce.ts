// Pages whose libraries add style elements while they run: each response gets a nonce of its own.
import { randomBytes } from 'node:crypto'

/** In apps/web/index.html too. */
export const NONCE_PLACEHOLDER = 'NONCE-OF-THIS-RESPONSE'

export const newNonce = (): string => randomBytes(16).toString('base64url')

export const withNonce = (page: string, nonce: string): string => page.replaceAll(NONCE_PLACEHOLDER, nonce)

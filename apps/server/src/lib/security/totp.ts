import { Secret, TOTP } from 'otpauth'

// Time-based one-time passwords (RFC 6238) as authenticator apps expect them: SHA-1, six digits, 30 seconds.

const PERIOD_MS = 30_000

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** What the QR code holds. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** The time step that a code belongs to, now or one step away; undefined for a wrong code. */
export const findTotpStep = (secret: string, code: string, at: Date): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(at.getTime() / PERIOD_MS) + delta
}

type Provider = { issuer: string; clientId: string }

/** Claims of an ID token or of the user info endpoint. */
export type Claims = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The address that the identity provider has verified; some send the word instead of the truth value. */
export const verifiedEmail = (claims: Claims): string | undefined => {
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return isVerified && /^[^\s@]+@[^\s@]+$/.test(textOf(claims.email)) ? textOf(claims.email) : undefined
}

/** The name of a user who is created at their first sign-in. */
export const nameFrom = (claims: Claims, email: string): { firstName: string; lastName: string } => {
  const firstName = textOf(claims.given_name) || textOf(claims.name) || (email.split('@')[0] ?? '')
  return { firstName: firstName.slice(0, 255), lastName: textOf(claims.family_name).slice(0, 255) }
}

/** Passwords end only when the administrator has just come in through this identity provider: it works. */
export const canTurnPasswordsOff = (bySso: boolean, before: Provider | undefined, after: Provider): boolean =>
  bySso && before?.issuer === after.issuer && before.clientId === after.clientId

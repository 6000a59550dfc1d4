/** A code as it was meant: without spaces and hyphens, in lower case. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

/** Six digits come from an authenticator app; anything else is a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Without letters and digits that look alike (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const [LENGTH, GROUP] = [16, 4]

/** A recovery code of 80 bits, from as many random bytes as it has characters: k3vq-8r2m-… */
export const recoveryCodeFrom = (random: Uint8Array): string =>
  [...random.subarray(0, LENGTH)]
    .map((byte, index) => `${index > 0 && index % GROUP === 0 ? '-' : ''}${ALPHABET[byte % ALPHABET.length]}`)
    .join('')

/** Whether a user may do nothing but set up a second factor. An identity provider has its own. */
export const isSecondFactorDue = (sign: { required: boolean; active: boolean; bySso: boolean }): boolean =>
  sign.required && !sign.active && !sign.bySso

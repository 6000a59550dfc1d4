// Toll fraud: a stolen password must not become a telephone bill. Decided before a call leaves.

export type OutgoingLimits = {
  forbidden: readonly string[]
  callsAtOnce: number
  callsPerHour: number
}

export type OutgoingRefusal =
  | 'not a number'
  | 'forbidden number'
  | 'too many calls at once'
  | 'too many calls this hour'

const digitsOf = (phone: string): string => phone.replaceAll(/[^\d]/g, '')

/** Whether this extension may call this number now. */
export const whyNotCall = (
  phone: string,
  { atOnce, thisHour }: { atOnce: number; thisHour: number },
  limits: OutgoingLimits,
): OutgoingRefusal | undefined => {
  if (!/^\+?[\d ()-]{3,24}$/.test(phone)) return 'not a number'
  if (limits.forbidden.some((prefix) => digitsOf(phone).startsWith(digitsOf(prefix)))) return 'forbidden number'
  if (atOnce >= limits.callsAtOnce) return 'too many calls at once'
  if (thisHour >= limits.callsPerHour) return 'too many calls this hour'
  return undefined
}

/** What is dialled: digits, with the plus of an international number. */
export const dialledOf = (phone: string): string => `${phone.trim().startsWith('+') ? '+' : ''}${digitsOf(phone)}`

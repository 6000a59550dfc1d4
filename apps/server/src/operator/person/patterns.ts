import { parsePhone } from '../../lib/text/phone.ts'

// What a person is recognised by in free text. The patterns are understood alike by PostgreSQL and JavaScript.

export type Identity = { phones: string[]; emails: string[]; names: string[] }

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** Digits may be written apart, and a space may be encoded. */
const GAP = '(?:%20|[^0-9A-Za-z]){0,3}'
const SHORTEST = 7

/** A number in any written form: by the digits that all forms share; undefined for an extension or a fragment. */
export const phonePattern = (given: string, country: string): string | undefined => {
  const { tail } = parsePhone(given, country)
  return tail.length < SHORTEST ? undefined : [...tail].join(GAP)
}

export const emailPattern = (email: string): string => escaped(email.trim().toLowerCase()).replace('@', '(?:@|%40)')

/** First and last name together: one of them alone is the name of many. */
export const namePatterns = (first: string, last: string): string[] => {
  const [one, other] = [first.trim(), last.trim()]
  if (one.length < 2 || other.length < 2) return []
  return [`${escaped(one)}[ +]+${escaped(other)}`, `${escaped(other)}[ +]+${escaped(one)}`]
}

/** One pattern for everything; one that never matches where there is nothing. */
export const patternOf = ({ phones, emails, names }: Identity, country: string): string => {
  const parts = [...phones.map((phone) => phonePattern(phone, country)), ...emails.map(emailPattern), ...names]
  const known = [...new Set(parts.filter((part) => part !== undefined))]
  return known.length > 0 ? known.join('|') : '(?!)'
}

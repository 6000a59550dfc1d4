import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** D-29: a number as given, as E.164 when it can be parsed, and the tail that all ways of writing it share. */
export type Phone = { given: string; e164?: string; tail: string }

// The longest national number of the world's large plans; longer ones (mobiles of Germany and China) all begin alike.
const TAIL_DIGITS = 10
/** Shorter digit strings without a prefix are extensions and local numbers, never foreign ones. */
const SHORTEST_FOREIGN = 10

const tailOf = (digits: string): string => digits.replace(/^0+/, '').slice(-TAIL_DIGITS)

/** What is dialled: no scheme before it, and after it no extension, SIP domain or remark. */
const dialled = (given: string): string => {
  const text = given.normalize('NFKC').replace(/^\s*(?:tel|sips?|callto):/i, '')
  // Two searches and not one pattern, which would take the square of the length.
  const start = text.search(/\d/)
  const end = start < 0 ? -1 : text.slice(start).search(/[\p{L};,#@]/u)
  return end < 0 ? text : text.slice(0, start + end)
}

/** An unencoded plus sign in a query arrives as a space; no country code begins with 0. */
const isInternational = (text: string): boolean => /^(?:\s*\(?\+|\s+[1-9]|\s*00[1-9])/.test(text)

/** The plus and 15 digits. The library also reads numbers of 18, which Japan dials within its borders. */
const LONGEST_E164 = 16

const read = (text: string, country?: CountryCode): PhoneNumber | undefined => {
  const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false })
  return number?.isPossible() && number.number.length <= LONGEST_E164 ? number : undefined
}

/** D-29: reads a phone in any written form; what stands without a country code belongs to the account's country. */
export const parsePhone = (given: string, country: string): Phone => {
  const text = dialled(given)
  const digits = text.replace(/\D/g, '')
  const home = isSupportedCountry(country) ? country : undefined
  const foreign = (): PhoneNumber | undefined => read(`+${digits.replace(/^00/, '')}`)
  if (isInternational(text)) {
    const number = foreign()
    // A space may also be just a space.
    if (number?.isValid() || (number && text.includes('+')))
      return { given, e164: number.number, tail: tailOf(number.nationalNumber) }
  }
  const written = text.trim()
  const national = read(written, home) ?? (written === digits ? undefined : read(digits, home))
  if (national?.isValid()) return { given, e164: national.number, tail: tailOf(national.nationalNumber) }
  const guessed = digits.length >= SHORTEST_FOREIGN ? foreign() : undefined
  // A country code without its plus is a guess; if it is wrong, the tail of all digits still matches.
  if (guessed?.isValid()) return { given, e164: guessed.number, tail: tailOf(digits) }
  return national
    ? { given, e164: national.number, tail: tailOf(national.nationalNumber) }
    : { given, tail: tailOf(digits) }
}

/** The key under which a number is found: E.164, or what digits it has. */
export const keyOf = ({ given, e164 }: Phone): string => e164 ?? (given.replace(/\D/g, '') || given.trim())

export const phoneKey = (given: string, country: string): string => keyOf(parsePhone(given, country))

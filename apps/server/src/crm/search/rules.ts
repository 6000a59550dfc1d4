import { parsePhone } from '../../lib/text/phone.ts'
import { foldWord, plainText, plainWords } from '../../lib/text/search-words.ts'

// What customers and orders are found by, and what a search text asks for (docs/decisions/search.md).

/** w: a word; e: an email address; p: the digits of a phone, last one first; n: the number of an order. */
export type TokenKind = 'w' | 'e' | 'p' | 'n'
export type Token = { kind: TokenKind; token: string }

type Names = { firstName: string; lastName: string; patronymic: string }
export type SearchedCustomer = Names & {
  phones: readonly { given: string; e164?: string }[]
  emails: readonly string[]
}
export type SearchedOrder = Names & {
  number: string
  externalId: string | null
  items: readonly { name: string }[]
}

const LONGEST = 100
/** An order with hundreds of items is found by the first of them. */
const MOST_TOKENS = 200

const reversed = (digits: string): string => [...digits].reverse().join('')
const digitsOf = (text: string): string => text.replace(/\D/g, '')

const wordTokens = (...texts: readonly string[]): Token[] =>
  texts.flatMap(plainWords).flatMap((word) => [word, foldWord(word)].map((token) => ({ kind: 'w' as const, token })))

/** Each once, in a fixed order: two writers then lock them in the same order. */
const tidy = (tokens: readonly Token[]): Token[] => {
  const kept = tokens.map(({ kind, token }) => ({ kind, token: token.slice(0, LONGEST) })).filter(({ token }) => token)
  const unique = [...new Map(kept.map((one) => [one.kind + one.token, one])).values()].slice(0, MOST_TOKENS)
  return unique.toSorted((a, b) => (a.kind + a.token < b.kind + b.token ? -1 : 1))
}

export const customerTokens = ({ firstName, lastName, patronymic, phones, emails }: SearchedCustomer): Token[] =>
  tidy([
    ...wordTokens(firstName, lastName, patronymic),
    ...phones.map(({ given, e164 }) => ({ kind: 'p' as const, token: reversed(digitsOf(e164 ?? given)) })),
    ...emails.map((email) => ({ kind: 'e' as const, token: plainText(email) })),
  ])

export const orderTokens = ({ number, externalId, items, ...names }: SearchedOrder): Token[] =>
  tidy([
    ...[number, externalId ?? ''].map((text) => ({ kind: 'n' as const, token: plainText(text.trim()) })),
    ...wordTokens(names.firstName, names.lastName, names.patronymic, ...items.map(({ name }) => name)),
  ])

/** One asked word: the ways it may be stored. Each is the beginning of a token. */
export type AskedWord = readonly string[]

export type SearchTerms = {
  /** All of them must be found. */
  words: readonly AskedWord[]
  /** Any of these is enough. */
  others: readonly Token[]
}

const SHORTEST = 2
const FEWEST_DIGITS = 4
const MOST_WORDS = 6

/** D-29: the number in any notation, or its last digits; last one first. Empty: the text is not a number. */
export const phoneEndsOf = (text: string, country: string): string[] => {
  const digits = digitsOf(text)
  if (!/^[\d\s()+./-]+$/.test(text) || digits.length < FEWEST_DIGITS) return []
  const { e164 } = parsePhone(text, country)
  const ends = [digits, ...(e164 === undefined ? [] : [digitsOf(e164)])]
  return [...new Set(ends)].map(reversed)
}

/** D-29 for phones: any way to write the number, or its last digits. Undefined: the text is too short to search for. */
export const readSearch = (text: string, country: string): SearchTerms | undefined => {
  const given = text.trim()
  const plain = plainText(given)
  const words = plainWords(given).slice(0, MOST_WORDS)
  if (!words.some((word) => word.length >= SHORTEST)) return undefined
  const isOneWord = !/\s/.test(given)
  return {
    words: plain.includes('@') ? [] : words.map((word) => [...new Set([word, foldWord(word)])].filter(Boolean)),
    others: [
      ...phoneEndsOf(given, country).map((token) => ({ kind: 'p' as const, token })),
      ...(isOneWord ? [{ kind: 'e' as const, token: plain }] : []),
      ...(isOneWord ? [{ kind: 'n' as const, token: plain.replace(/^(#|no(?=\d))/, '') }] : []),
    ].filter(({ token }) => token !== ''),
  }
}

/** How well the tokens match: 0 not at all, 1 by the beginning of words, 2 by whole words or a whole number. */
export const matchOf = ({ words, others }: SearchTerms, tokens: readonly Token[]): 0 | 1 | 2 => {
  const matches = (kind: TokenKind, beginning: string) =>
    tokens.filter((one) => one.kind === kind && one.token.startsWith(beginning))
  const any = others.flatMap(({ kind, token }) => matches(kind, token))
  if (others.some(({ kind, token }) => any.some((one) => one.kind === kind && one.token === token))) return 2
  const found = words.map((ways) => ways.flatMap((way) => matches('w', way)))
  if (words.length === 0 || found.some((one) => one.length === 0)) return any.length > 0 ? 1 : 0
  return words.every((ways, index) => found[index]?.some(({ token }) => ways.includes(token))) ? 2 : 1
}

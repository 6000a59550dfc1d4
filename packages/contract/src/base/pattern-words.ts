import { Path } from '../payments/settings.ts'
import { Code, IdText, LocalTime, LocalTimeIn, Uuid, WebAddress } from './types.ts'

// A regular expression explains nothing to the author of a module: what each pattern of the API asks for, in words.

const patternOf = (schema: object): string => String((schema as { pattern?: unknown }).pattern)

const WORDS: ReadonlyMap<string, string> = new Map([
  [patternOf(Code), 'may have only letters, digits, ".", "-" and "_", and begins with a letter or a digit'],
  [patternOf(IdText), 'must be the id of a user: a whole number, without leading zeros'],
  [patternOf(Uuid), 'must be a UUID in lower case, such as 0d3c2b1a-1111-4222-8333-444455556666'],
  [patternOf(WebAddress), 'must be an absolute URL that begins with http:// or https://'],
  [patternOf(Path), 'must be a path under baseUrl, such as /create, not a URL'],
  [patternOf(LocalTime), 'must be a time such as 2026-11-15 10:00:00'],
  [patternOf(LocalTimeIn), 'must be a time such as 2026-11-15 10:00:00, or 2026-11-15T10:00:00Z'],
  ['^[A-Z]{3}$', 'must be a currency of ISO 4217 in capitals, such as EUR'],
  ['^[A-Za-z]{2}$', 'must be a country of two letters, such as SE'],
])

export const wordsOfPattern = (pattern: unknown): string | undefined => WORDS.get(String(pattern))

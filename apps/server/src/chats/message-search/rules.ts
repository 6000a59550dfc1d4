import { plainText, plainWords } from '../../lib/text/search-words.ts'

// By which words messages are found, and for how long (docs/decisions/search.md).

/** The words of a message cost more space than the message, so only those of a year are kept. */
export const SEARCHED_MS = 365 * 86_400_000

const SHORTEST = 2
const LONGEST = 40
/** Somebody who pastes a novel is found by its beginning. */
const MOST_WORDS = 200

/** Each once, in a fixed order: two writers then lock them in the same order. */
export const wordsOf = (text: string): string[] => {
  const words = plainWords(text)
    .filter(({ length }) => length >= SHORTEST)
    .map((word) => word.slice(0, LONGEST))
  return [...new Set(words)].slice(0, MOST_WORDS).sort()
}

export type Searched = { content: string; createdAt: Date; deletedAt: Date | null }

/** The words to store for a message. */
export const searchWords = ({ content, createdAt, deletedAt }: Searched, now: Date): string[] =>
  deletedAt || createdAt.getTime() < now.getTime() - SEARCHED_MS ? [] : wordsOf(content)

/** All of `whole`, and a word that begins with `beginning`: the word that is being typed. */
export type SearchedWords = { whole: readonly string[]; beginning: string }

const MOST_ASKED = 6

/** Undefined: the text is too short to search for. */
export const readMessageSearch = (text: string): SearchedWords | undefined => {
  const asked = plainWords(text)
    .filter(({ length }) => length >= SHORTEST)
    .slice(0, MOST_ASKED)
    .map((word) => word.slice(0, LONGEST))
  const beginning = asked.at(-1)
  if (beginning === undefined) return undefined
  return { whole: [...new Set(asked.slice(0, -1))], beginning }
}

export const matches = ({ whole, beginning }: SearchedWords, text: string): boolean => {
  const words = plainWords(text)
  return whole.every((word) => words.includes(word)) && words.some((word) => word.startsWith(beginning))
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const EXCERPT = 160
const BEFORE = 40

/** The text around the first word that was searched for. */
export const excerptOf = ({ whole, beginning }: SearchedWords, text: string): string => {
  const found = [...text.matchAll(WORD)].find(([word]) => {
    const plain = plainText(word)
    return whole.includes(plain) || plain.startsWith(beginning)
  })
  const from = Math.max(0, (found?.index ?? 0) - BEFORE)
  const to = from + EXCERPT
  const shown = text.slice(from, to).toWellFormed().trim()
  return `${from > 0 ? '… ' : ''}${shown}${to < text.length ? ' …' : ''}`
}

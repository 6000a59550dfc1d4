import { plainText, plainWords } from './search-words.ts'

// By which words texts are found (docs/decisions/search.md).

const SHORTEST = 2
const LONGEST = 40
/** Somebody who pastes a novel is found by its beginning. */
const MOST_WORDS = 200

/** Each once, in a fixed order: two writers then lock them in the same order. */
export const wordsOf = (text: string, most = MOST_WORDS): string[] => {
  const words = plainWords(text)
    .filter(({ length }) => length >= SHORTEST)
    .map((word) => word.slice(0, LONGEST))
  return [...new Set(words)].slice(0, most).sort()
}

/** All of `whole`, and a word that begins with `beginning`: the word that is being typed. */
export type SearchedWords = { whole: readonly string[]; beginning: string }

const MOST_ASKED = 6

/** Undefined: the text is too short to search for. */
export const readWordSearch = (text: string): SearchedWords | undefined => {
  const asked = plainWords(text)
    .filter(({ length }) => length >= SHORTEST)
    .slice(0, MOST_ASKED)
    .map((word) => word.slice(0, LONGEST))
  const beginning = asked.at(-1)
  if (beginning === undefined) return undefined
  return { whole: [...new Set(asked.slice(0, -1))], beginning }
}

export const hasWords = ({ whole, beginning }: SearchedWords, text: string): boolean => {
  const words = plainWords(text)
  return whole.every((word) => words.includes(word)) && words.some((word) => word.startsWith(beginning))
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

const findWord = ({ whole, beginning }: SearchedWords, text: string): number | undefined =>
  [...text.matchAll(WORD)].find(([word]) => {
    const plain = plainText(word)
    return whole.includes(plain) || plain.startsWith(beginning)
  })?.index

export const hasAnyWord = (asked: SearchedWords, text: string): boolean => findWord(asked, text) !== undefined

const EXCERPT = 160
const BEFORE = 40

/** The text around the first word that was searched for. */
export const excerptOf = (asked: SearchedWords, text: string): string => {
  const from = Math.max(0, (findWord(asked, text) ?? 0) - BEFORE)
  const to = from + EXCERPT
  const shown = text.slice(from, to).toWellFormed().trim()
  return `${from > 0 ? '… ' : ''}${shown}${to < text.length ? ' …' : ''}`
}

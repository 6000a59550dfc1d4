import { wordsOf } from '../../lib/text/word-search.ts'

// For how long messages are found by their words (docs/decisions/search.md).

/** The words of a message cost more space than the message, so only those of a year are kept. */
export const SEARCHED_MS = 365 * 86_400_000

export type Searched = { content: string; createdAt: Date; deletedAt: Date | null }

/** The words to store for a message. */
export const searchWords = ({ content, createdAt, deletedAt }: Searched, now: Date): string[] =>
  deletedAt || createdAt.getTime() < now.getTime() - SEARCHED_MS ? [] : wordsOf(content)

import type { Db } from '../../lib/db/database.ts'
import { wordsOf } from '../../lib/text/word-search.ts'
import { type Searched, searchWords } from './rules.ts'
import { deleteWords, insertWords } from './store.ts'

// Called in the transaction that changes a message.

type SearchedMessage = Searched & { id: number }

export const indexMessage = async (trx: Db, message: SearchedMessage, now: Date): Promise<void> => {
  const words = searchWords(message, now)
  if (words.length > 0) await insertWords(trx, [{ id: message.id, words }])
}

export const removeFromIndex = (trx: Db, { id, content }: SearchedMessage): Promise<void> =>
  deleteWords(trx, [{ id, words: wordsOf(content) }])

/** Words that stay are not rewritten. */
export const indexEdit = async (trx: Db, before: SearchedMessage, content: string, now: Date): Promise<void> => {
  const after = searchWords({ ...before, content }, now)
  const kept = new Set(after)
  await deleteWords(trx, [{ id: before.id, words: wordsOf(before.content).filter((word) => !kept.has(word)) }])
  if (after.length > 0) await insertWords(trx, [{ id: before.id, words: after }])
}

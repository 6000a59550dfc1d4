import type { Db } from '../../lib/db/database.ts'
import { wordsOf } from '../../lib/text/word-search.ts'
import type { DeleteBatch } from '../../platform/clean-up/retention-service.ts'
import { deleteChats, lockOldChats, lowerUnread } from '../conversations/retention-store.ts'
import { deleteWords } from '../message-search/store.ts'
import { deleteWebhooksOf } from '../webhook-delivery/store.ts'
import { deleteMessages, walkMessages } from './retention-store.ts'
import { listMessagesById } from './store.ts'

type Gone = { id: number; content: string }

const remove = async (trx: Db, messages: readonly Gone[]): Promise<void> => {
  const ids = messages.map(({ id }) => id)
  // The index of words is keyed by the word, and has those of a year at most.
  await deleteWords(
    trx,
    messages.map(({ id, content }) => ({ id, words: wordsOf(content) })),
  )
  await deleteWebhooksOf(trx, ids)
  await deleteMessages(trx, ids)
}

/** D-144: messages with their reactions and webhook events, then the conversations that are left without any. */
export const deleteOldMessages: DeleteBatch = async (trx, before, { after, most }) => {
  const walked = await walkMessages(trx, before, after, most)
  const old = walked.filter(({ isOld }) => isOld)
  const gone = old.filter(({ stays }) => !stays)
  if (gone.length > 0) {
    await remove(trx, gone)
    const unread = Map.groupBy(
      gone.filter((one) => one.unread),
      ({ chatId }) => chatId,
    )
    for (const [chatId, { length }] of unread) await lowerUnread(trx, chatId, length)
  }
  // An old conversation goes when the walk is over: until then it has messages.
  if (old.length > 0) return old.at(-1)?.id
  const chats = await lockOldChats(trx, before, most)
  if (chats.length === 0) return undefined
  await remove(
    trx,
    await listMessagesById(
      trx,
      chats.flatMap(({ lastMessageId }) => lastMessageId ?? []),
    ),
  )
  await deleteChats(
    trx,
    chats.map(({ id }) => id),
  )
  return after
}

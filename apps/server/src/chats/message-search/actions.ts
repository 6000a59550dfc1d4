import type { FoundMessage, searchMessages } from '@patchbay/contract/chats/workspace/message-search'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { excerptOf, hasWords, readWordSearch, type SearchedWords } from '../../lib/text/word-search.ts'
import { type Chat, listChatsById } from '../conversations/store.ts'
import { nameOf } from '../conversations/view.ts'
import { listMessagesById, type Message } from '../messages/store.ts'
import { listMessageIds } from './store.ts'

const present = (message: Message, chat: Chat, asked: SearchedWords): FoundMessage => ({
  id: message.id,
  chatId: chat.id,
  name: nameOf(chat),
  ...(chat.customerId !== null && { customerId: chat.customerId }),
  text: excerptOf(asked, message.content),
  originator: message.originator,
  ...(message.userId !== null && { userId: message.userId }),
  at: message.createdAt.toISOString(),
})

export const findMessages: Action<Deps, typeof searchMessages> = async (deps, { accountId }, { query }) => {
  const asked = readWordSearch(query.text)
  if (!asked) return { success: true, messages: [], more: false }
  return inAccount(deps.db, accountId, async (trx) => {
    const found = await listMessagesById(trx, await listMessageIds(trx, asked, query.limit + 1))
    // The row is checked again: the index may be older than the code that built it.
    const messages = found
      .filter(({ content, deletedAt }) => !deletedAt && hasWords(asked, content))
      .toSorted((one, other) => other.id - one.id)
    const shown = messages.slice(0, query.limit)
    const chats = new Map(
      (
        await listChatsById(
          trx,
          shown.map(({ chatId }) => chatId),
        )
      ).map((chat) => [chat.id, chat]),
    )
    return {
      success: true,
      messages: shown.flatMap((message) => {
        const chat = chats.get(message.chatId)
        return chat ? [present(message, chat, asked)] : []
      }),
      more: messages.length > query.limit,
    }
  })
}

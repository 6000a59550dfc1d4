import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Channel } from '../channels/store.ts'
import { type Chat, lockChat, updateExternalChatId } from '../conversations/store.ts'
import { sentOutcome, UNREACHABLE } from './rules.ts'
import { findMessage, findMessageById, type Message, type MessageSelector, updateOutcome } from './store.ts'

/** D-70: the transport's response to message_sent is the result of the message. */
export const saveSendResult = async (deps: Deps, accountId: number, messageId: number, body: string): Promise<void> => {
  const { outcome, externalChatId } = sentOutcome(body)
  const chatId = await inAccount(deps.db, accountId, async (trx) => {
    const message = await findMessageById(trx, messageId)
    if (!message) return undefined
    await lockChat(trx, message.chatId)
    const holder =
      outcome.externalId !== undefined
        ? await findMessage(trx, message.channelId, { external_id: outcome.externalId })
        : undefined
    // The transport may have sent the same message in by itself meanwhile; then that one has the id.
    const { externalId: _id, ...withoutId } = outcome
    await updateOutcome(trx, messageId, holder && holder.id !== messageId ? withoutId : outcome)
    if (externalChatId !== undefined) await updateExternalChatId(trx, message.chatId, externalChatId)
    return message.chatId
  })
  if (chatId !== undefined) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
}

/** D-70: the retries are used up. */
export const markUnreachable = (trx: Db, messageId: number): Promise<void> => updateOutcome(trx, messageId, UNREACHABLE)

/** The message that a transport names, with its chat locked. A deleted one is unknown unless `evenDeleted`. */
export const lockMessage = async (
  trx: Db,
  channel: Channel,
  which: MessageSelector,
  evenDeleted = false,
): Promise<{ message: Message; chat: Chat }> => {
  if (!which.external_id && which.id === undefined) fail('message_unnamed')
  const found = (await findMessage(trx, channel.id, which)) ?? fail('message_unknown')
  const chat = (await lockChat(trx, found.chatId)) ?? fail('message_unknown')
  // Read again: it may have changed while we waited for the lock.
  const message = await findMessage(trx, channel.id, { id: found.id })
  return message && (evenDeleted || !message.deletedAt) ? { message, chat } : fail('message_unknown')
}

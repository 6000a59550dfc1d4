import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Channel } from '../channels/store.ts'
import { type Chat, lockChat, updateExternalChatId } from '../conversations/store.ts'
import { sentOutcome, UNREACHABLE } from './rules.ts'
import { findMessage, findMessageById, type Message, type MessageSelector, updateOutcome } from './store.ts'

/** D-70: the transport answered to message_sent; what it said is the outcome of the message. */
export const saveSendResult = async (deps: Deps, accountId: number, messageId: number, body: string): Promise<void> => {
  const { outcome, externalChatId } = sentOutcome(body)
  const chatId = await inAccount(deps.db, accountId, async (trx) => {
    const message = await findMessageById(trx, messageId)
    if (!message) return undefined
    await lockChat(trx, message.chatId)
    const taken =
      outcome.externalId !== undefined
        ? await findMessage(trx, message.channelId, { external_id: outcome.externalId })
        : undefined
    // A transport that brought the same message in by itself meanwhile has its id there.
    const { externalId: _id, ...withoutId } = outcome
    await updateOutcome(trx, messageId, taken && taken.id !== messageId ? withoutId : outcome)
    if (externalChatId !== undefined) await updateExternalChatId(trx, message.chatId, externalChatId)
    return message.chatId
  })
  if (chatId !== undefined) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
}

/** D-70: nobody could be told of the message in all the time there was. */
export const markUnreachable = (trx: Db, messageId: number): Promise<void> => updateOutcome(trx, messageId, UNREACHABLE)

/** The message that a transport speaks of, with its chat locked. One that was deleted is gone, unless asked for. */
export const lockMessage = async (
  trx: Db,
  channel: Channel,
  which: MessageSelector,
  evenDeleted = false,
): Promise<{ message: Message; chat: Chat }> => {
  if (!which.external_id && which.id === undefined) fail('message_unnamed')
  const found = (await findMessage(trx, channel.id, which)) ?? fail('message_unknown')
  const chat = (await lockChat(trx, found.chatId)) ?? fail('message_unknown')
  // Read again: whoever held the lock may have changed it.
  const message = await findMessage(trx, channel.id, { id: found.id })
  return message && (evenDeleted || !message.deletedAt) ? { message, chat } : fail('message_unknown')
}

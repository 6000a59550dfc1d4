import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { lockChat, updateExternalChatId } from '../conversations/store.ts'
import { tellChat } from '../conversations/tell.ts'
import { sentOutcome, UNREACHED } from './rules.ts'
import { findMessage, findMessageById, updateOutcome } from './store.ts'

/** D-70: the transport answered to message_sent; what it said is the outcome of the message. */
export const settleSending = async (deps: Deps, accountId: number, messageId: number, body: string): Promise<void> => {
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
  if (chatId !== undefined) await tellChat(deps, accountId, chatId)
}

/** D-70: nobody could be told of the message in all the time there was. */
export const settleUnreached = (trx: Db, messageId: number): Promise<void> => updateOutcome(trx, messageId, UNREACHED)

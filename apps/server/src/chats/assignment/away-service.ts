import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { isAwayReplyDue } from '../../platform/working-hours/rules.ts'
import { whyNotAccepted } from '../channels/rules.ts'
import { getChannelForUsers } from '../channels/service.ts'
import { lockChat, noteMessage } from '../conversations/store.ts'
import { indexMessage } from '../message-search/service.ts'
import { messageSentEvent } from '../messages/rules.ts'
import { insertMessage } from '../messages/store.ts'
import { enqueueWebhook } from '../webhook-delivery/service.ts'
import type { RoutingContext } from './service.ts'
import { findPending, type PendingChat, saveLook } from './store.ts'

/**
 * The away reply to a message outside the working hours: an ordinary message without a user, marked as automatic. At most one
 * per conversation and closed period. The customer goes on waiting for a reply of a person.
 */
export const applyAwayReply = (
  deps: Deps,
  accountId: number,
  { chatId, channelId, looked }: PendingChat,
  { channel: rulesOf, now, timezone }: RoutingContext,
): Promise<boolean> => {
  const { enabled, hours, awayText } = rulesOf(channelId)
  const mayReply = enabled && !looked && awayText !== '' && isAwayReplyDue(hours, null, now, timezone)
  if (!mayReply) return Promise.resolve(false)
  return inAccount(deps.db, accountId, async (trx) => {
    const chat = await lockChat(trx, chatId)
    const state = await findPending(trx, chatId)
    if (!chat || !state || !isAwayReplyDue(hours, state.awayAt, now, timezone)) return false
    const channel = await getChannelForUsers(trx, channelId)
    const draft = { type: 'text', text: awayText, items: 0, quotes: false } as const
    if (!channel.active || whyNotAccepted(channel.settings, draft) !== undefined) return false
    const message = await insertMessage(trx, {
      chatId,
      channelId,
      externalId: null,
      originator: 'user',
      userId: null,
      type: 'text',
      content: awayText,
      detail: { automatic: 'away' },
      quoteId: null,
      status: 'sending',
    })
    if (!message) return false
    await indexMessage(trx, message, now)
    await noteMessage(trx, chatId, { messageId: message.id, fromClient: false, isReply: false, at: now })
    const event = messageSentEvent(chat, { id: message.id, type: 'text', content: awayText, client: chat })
    await enqueueWebhook(deps, trx, channel.moduleId, chat, message.id, event)
    await saveLook(trx, chatId, { awayAt: now })
    return true
  })
}

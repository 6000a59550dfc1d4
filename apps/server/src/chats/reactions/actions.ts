import { emojiKey, isEmoji } from '@patchbay/contract/base/emoji'
import { acceptsFromCustomers, acceptsFromUsers } from '@patchbay/contract/chats/channel-rules'
import type { addReaction, removeReaction } from '@patchbay/contract/chats/reactions'
import type { setReaction, unsetReaction } from '@patchbay/contract/chats/workspace/reactions'
import { publishTasks } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { publishRead } from '../../platform/notifications/service.ts'
import { getChannelForUsers } from '../channels/service.ts'
import { type Channel, getChannelOfModule } from '../channels/store.ts'
import { recordReaction } from '../conversations/service.ts'
import { type Chat, clearLastReaction, lockChat, noteReaction } from '../conversations/store.ts'
import { isAgreement } from '../messages/purpose-rules.ts'
import { completeAwaitedAnswer } from '../messages/purpose-service.ts'
import { aboutMessage } from '../messages/rules.ts'
import { lockMessage } from '../messages/service.ts'
import { findMessageById, type Message } from '../messages/store.ts'
import { enqueueWebhook } from '../webhook-delivery/service.ts'
import {
  type Decision,
  decideSet,
  decideUnset,
  findCustomerReaction,
  isNewForCustomer,
  joinedReaction,
  type Reaction,
  reactionEvent,
} from './rules.ts'
import { deleteReaction, deleteUsersReactions, insertReaction, listReactions } from './store.ts'

const placeOf = (message: Message, chat: Chat) => ({
  customerId: chat.customerId,
  chatId: chat.id,
  messageId: message.id,
  text: message.content,
})

/**
 * C-05, C-06, D-66: a customer's reaction. A repeat succeeds and changes nothing. 👍 completes the task that waits for an
 * answer to the message.
 */
export const addCustomerReaction: Action<Deps, typeof addReaction> = async (deps, caller, { body }, http) => {
  const added = await inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, body.channel)
    if (!isEmoji(body.reaction)) fail('emoji_unknown')
    const { message, chat } = await lockMessage(trx, channel, body.message)
    http.about(aboutMessage(message.id))
    if (!acceptsFromCustomers(channel.settings, message.type, 'reaction'))
      fail('reactions_not_sent', { values: { type: message.type } })
    if (!isNewForCustomer(await listReactions(trx, [message.id]), body.reaction)) return undefined
    const key = emojiKey(body.reaction)
    await insertReaction(trx, { messageId: message.id, userId: null, emoji: body.reaction, key, firstUse: null })
    await noteReaction(trx, chat.id, message.id, body.reaction)
    await recordReaction(trx, {
      ...placeOf(message, chat),
      actor: actorOf(caller),
      emoji: body.reaction,
      from: 'client',
    })
    const readers = isAgreement(body.reaction) ? await completeAwaitedAnswer(trx, message.id, deps.now()) : undefined
    return { chatId: chat.id, readers }
  })
  if (!added) return {}
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: added.chatId })
  if (added.readers) {
    await publishRead(deps, caller.accountId, added.readers)
    await publishTasks(deps, caller.accountId)
  }
  return {}
}

/** C-07…C-09, D-66 */
export const removeCustomerReaction: Action<Deps, typeof removeReaction> = async (deps, caller, { body }, http) => {
  const chatId = await inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, body.channel)
    if (body.reaction !== undefined && !isEmoji(body.reaction)) fail('emoji_unknown')
    const { message, chat } = await lockMessage(trx, channel, body.message)
    http.about(aboutMessage(message.id))
    const reactions = await listReactions(trx, [message.id])
    const { key, emoji } = findCustomerReaction(reactions, body.reaction) ?? fail('reaction_absent')
    await deleteReaction(trx, message.id, null, key)
    await clearLastReaction(trx, chat.id, message.id, emoji)
    const removed = { ...placeOf(message, chat), actor: actorOf(caller), emoji, from: 'client', removed: true } as const
    await recordReaction(trx, removed)
    return chat.id
  })
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId })
  return {}
}

type MessageContext = { message: Message; chat: Chat; channel: Channel; reactions: Reaction[] }

/** Locks and loads what a user reacts to; fails where the channel accepts no reactions to such messages (C-15). */
const loadMessageContext = async (trx: Db, messageId: number): Promise<MessageContext & { externalId: string }> => {
  const found = (await findMessageById(trx, messageId)) ?? fail('not_found')
  const chat = (await lockChat(trx, found.chatId)) ?? fail('not_found')
  const message = await findMessageById(trx, messageId)
  if (!message || message.deletedAt) return fail('not_found')
  const channel = await getChannelForUsers(trx, chat.channelId)
  if (!channel.active) fail('channel_inactive')
  if (!acceptsFromUsers(channel.settings, message.type, 'reaction')) fail('reactions_not_received')
  // C-13: the webhook names the message by the transport's id, so it must have one.
  const externalId = message.externalId ?? fail('message_not_sent')
  return { message, chat, channel, reactions: await listReactions(trx, [messageId]), externalId }
}

/** Decides, saves and enqueues the webhook in one transaction. */
const react = async (
  deps: Deps,
  caller: UserCaller,
  messageId: number,
  emoji: string,
  decide: (context: MessageContext) => Decision,
  drop: (trx: Db, keys: string[]) => Promise<void>,
): Promise<void> => {
  const done = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { externalId, ...context } = await loadMessageContext(trx, messageId)
    const decision = decide(context)
    if (!decision.ok) return fail(decision.code, { ...(decision.values && { values: decision.values }) })
    if (decision.drop.length > 0) await drop(trx, decision.drop)
    if (decision.add)
      await insertReaction(trx, { messageId, userId: caller.userId, ...joinedReaction(context.reactions, emoji) })
    if (decision.change) {
      const event = reactionEvent(context.chat, externalId, decision.change)
      await enqueueWebhook(deps, trx, context.channel.moduleId, context.chat, messageId, event)
    }
    const changed = decision.add || decision.drop.length > 0
    if (changed) {
      const place = placeOf(context.message, context.chat)
      await recordReaction(trx, { ...place, actor: actorOf(caller), emoji, from: 'us', removed: !decision.add })
    }
    return { chatId: context.chat.id, changed, isNotified: decision.change !== undefined }
  })
  if (done.isNotified) await deps.lanes.notifyWorkers()
  if (done.changed) await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: done.chatId })
}

/** C-02, C-03, C-10, C-11, D-67 */
export const setUserReaction: Action<Deps, typeof setReaction> = async (deps, caller, { params, body }) => {
  const request = { userId: caller.userId, emoji: body.reaction, replaces: body.replaces }
  await react(
    deps,
    caller,
    params.id,
    body.reaction,
    ({ reactions, channel }) => decideSet(reactions, request, channel.settings.reactions),
    (trx, keys) => deleteUsersReactions(trx, params.id, keys),
  )
  return { success: true }
}

/** C-12 */
export const unsetUserReaction: Action<Deps, typeof unsetReaction> = async (deps, caller, { params, query }) => {
  await react(
    deps,
    caller,
    params.id,
    query.reaction,
    ({ reactions }) => decideUnset(reactions, caller.userId, query.reaction),
    async (trx, keys) => {
      for (const key of keys) await deleteReaction(trx, params.id, caller.userId, key)
    },
  )
  return { success: true }
}

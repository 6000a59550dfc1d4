import { acceptsFromUsers, type ChannelAction } from '@patchbay/contract/chats/channel-rules'
import type { rewriteMessage, withdrawMessage, writeMessage } from '@patchbay/contract/chats/workspace/messages'
import { publishTasks } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findUser } from '../../platform/users/store.ts'
import { whyNotAccepted } from '../channels/rules.ts'
import { getChannelForUsers } from '../channels/service.ts'
import type { Channel } from '../channels/store.ts'
import { recordContact } from '../conversations/service.ts'
import { type Chat, lockChat, noteMessage, updateManager } from '../conversations/store.ts'
import { indexEdit, indexMessage, removeFromIndex } from '../message-search/service.ts'
import type { WebhookEvent } from '../webhook-delivery/rules.ts'
import { enqueueWebhook } from '../webhook-delivery/service.ts'
import { isEditable } from './card-rules.ts'
import { loadDraft } from './draft-service.ts'
import { recordPurpose } from './purpose-service.ts'
import { messageDeletedEvent, messageSentEvent, messageUpdatedEvent } from './rules.ts'
import { findMessageById, insertMessage, type Message, updateContent, updateDeleted } from './store.ts'

// What users write: each change and its webhook are saved in one transaction.

/** D-70: `sending` until the transport reports the result. The first user who answers becomes the chat's manager. */
export const write: Action<Deps, typeof writeMessage> = async (deps, caller, { params, body }) => {
  const { purpose, awaitAnswer = false } = body
  if (awaitAnswer && !purpose) fail('entity_invalid', { fields: { purpose: 'is missing' } })
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    const channel = await getChannelForUsers(trx, chat.channelId)
    if (!channel.active) fail('channel_inactive')
    const { type, text, detail, sent, quoted } = await loadDraft(trx, chat, channel, body)
    const user = (await findUser(trx, caller.userId)) ?? fail('not_found')
    const message =
      (await insertMessage(trx, {
        chatId: chat.id,
        channelId: channel.id,
        externalId: null,
        originator: 'user',
        userId: user.id,
        type,
        content: text,
        detail,
        quoteId: quoted?.id ?? null,
        status: 'sending',
      })) ?? fail('internal')
    const [messageId, at] = [message.id, deps.now()]
    await indexMessage(trx, message, at)
    await noteMessage(trx, chat.id, { messageId, fromClient: false, isReply: true, at })
    if (chat.managerId === null) await updateManager(trx, chat.id, user.id)
    if (purpose) await recordPurpose(trx, { chat, messageId, userId: user.id, at }, purpose, awaitAnswer)
    if (chat.customerId !== null) {
      const entry = { customerId: chat.customerId, chatId: chat.id, messageId, type, actor: actorOf(caller) }
      await recordContact(trx, { ...entry, at, text }, false)
    }
    const event = messageSentEvent(chat, {
      id: messageId,
      type,
      content: text,
      ...sent,
      ...(quoted?.externalId && { quote: { externalId: quoted.externalId, content: quoted.content } }),
      user,
      client: chat,
    })
    await enqueueWebhook(deps, trx, channel.moduleId, chat, messageId, event)
    return messageId
  })
  await deps.lanes.notifyWorkers()
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: params.id })
  if (awaitAnswer) await publishTasks(deps, caller.accountId)
  return { success: true, id }
}

type OwnMessageContext = { message: Message; chat: Chat; channel: Channel; externalId: string }

/** Changes a message that the caller wrote, if its channel accepts that, and enqueues the webhook. */
const changeOwn = async (
  deps: Deps,
  caller: UserCaller,
  id: number,
  action: ChannelAction,
  change: (trx: Db, context: OwnMessageContext) => Promise<WebhookEvent | undefined>,
): Promise<void> => {
  const chatId = await inAccount(deps.db, caller.accountId, async (trx) => {
    const found = (await findMessageById(trx, id)) ?? fail('not_found')
    const chat = (await lockChat(trx, found.chatId)) ?? fail('not_found')
    const message = await findMessageById(trx, id)
    if (message?.userId !== caller.userId) return fail('not_found')
    const channel = await getChannelForUsers(trx, chat.channelId)
    if (!channel.active) fail('channel_inactive')
    if (!acceptsFromUsers(channel.settings, message.type, action))
      fail('channel_cannot', { values: { what: `${action} messages` } })
    const externalId = message.externalId ?? fail('message_not_sent')
    const event = await change(trx, { message, chat, channel, externalId })
    if (event) await enqueueWebhook(deps, trx, channel.moduleId, chat, id, event)
    return chat.id
  })
  await deps.lanes.notifyWorkers()
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId })
}

export const rewrite: Action<Deps, typeof rewriteMessage> = async (deps, caller, { params, body }) => {
  await changeOwn(deps, caller, params.id, 'editing', async (trx, { message, chat, channel, externalId }) => {
    if (message.deletedAt) return fail('not_found')
    if (!isEditable(message)) fail('channel_cannot', { values: { what: 'editing cards and templates' } })
    if (message.content === body.text) return undefined
    const draft = { type: message.type, text: body.text, items: 0, quotes: false }
    const what = whyNotAccepted(channel.settings, draft)
    if (what !== undefined) fail('channel_cannot', { values: { what } })
    await updateContent(trx, message.id, { content: body.text, editedAt: deps.now() })
    await indexEdit(trx, message, body.text, deps.now())
    return messageUpdatedEvent(chat, externalId, {
      type: message.type,
      content: body.text,
      suggestions: message.detail.suggestions,
    })
  })
  return { success: true }
}

/** Deleting twice succeeds. */
export const withdraw: Action<Deps, typeof withdrawMessage> = async (deps, caller, { params }) => {
  await changeOwn(deps, caller, params.id, 'deleting', async (trx, { message, chat, externalId }) => {
    if (message.deletedAt) return undefined
    await updateDeleted(trx, message.id, true)
    await removeFromIndex(trx, message)
    return messageDeletedEvent(chat, externalId)
  })
  return { success: true }
}

import type { InputOf } from '@patchbay/contract/base/endpoint'
import type {
  ackMessage,
  deleteMessage,
  editMessage,
  MessageContent,
  readMessage,
  readMessagesUntil,
  restoreMessage,
  sendHistoryMessage,
  sendMessage,
  TransportMessage,
} from '@patchbay/contract/chats/messages'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type TransportCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listFilesOfModule } from '../../platform/files/store.ts'
import { enqueueRouting } from '../../platform/routing/service.ts'
import { isChannelRouted, markPending } from '../assignment/store.ts'
import { type Channel, getChannelOfModule } from '../channels/store.ts'
import { isReopenedBy } from '../conversations/rules.ts'
import { linkCustomer, notifyOfMessage, recordContact } from '../conversations/service.ts'
import {
  type Chat,
  findChat,
  listChatIdsOfClient,
  lockChat,
  lockChatByExternalId,
  noteMessage,
  openChat,
} from '../conversations/store.ts'
import { indexEdit, indexMessage, removeFromIndex } from '../message-search/service.ts'
import { cardTitle } from './card-rules.ts'
import { aboutMessage, ackOutcome } from './rules.ts'
import { lockMessage } from './service.ts'
import {
  findMessage,
  insertMessage,
  type Message,
  type MessageDetail,
  type MessageSelector,
  updateContent,
  updateDeleted,
  updateOutcome,
  updateSeen,
  updateSeenUntil,
} from './store.ts'

// What transports send: messages of customers, and the results of those that users wrote.

type IncomingMessage = Omit<InputOf<typeof sendMessage>['body'], 'channel'>

const detailOf = (message: MessageContent): MessageDetail => ({
  ...(message.note !== undefined && { note: message.note }),
  ...(message.items !== undefined && message.items.length > 0 && { items: message.items }),
  ...(message.product !== undefined && { product: message.product }),
  ...(message.order !== undefined && { order: message.order }),
  ...(message.page_link !== undefined && { pageLink: message.page_link }),
})

const openConversation = async (
  trx: Db,
  caller: TransportCaller,
  channel: Channel,
  incoming: IncomingMessage,
  isRouted: boolean,
): Promise<Chat> => {
  const client = incoming.customer ?? incoming.user
  if (client) {
    const chat = await openChat(trx, channel.id, client, incoming.external_chat_id ?? '')
    if (chat.customerId !== null) return chat
    await linkCustomer(trx, actorOf(caller), channel, chat.id, client, isRouted)
    // The chat now has the customer, and the customer's manager if it had none.
    return (await findChat(trx, chat.id)) ?? chat
  }
  if (!incoming.external_chat_id) return fail('client_missing')
  return (await lockChatByExternalId(trx, channel.id, incoming.external_chat_id)) ?? fail('chat_unknown')
}

/** D-81: a transport attaches its own files, or those of users; not one of another module. */
const checkFiles = async (trx: Db, moduleId: number, items: MessageContent['items'] = []): Promise<void> => {
  const ids = [...new Set(items.map(({ id }) => id.toLowerCase()))]
  if (ids.length > 0 && (await listFilesOfModule(trx, ids, moduleId)).length < ids.length) fail('file_unknown')
}

/** The manager is notified. Of a conversation without one, the router notifies whom it chooses. */
const passOn = async (deps: Deps, trx: Db, chat: Chat, text: string, isRouted: boolean): Promise<void> => {
  if (!isRouted || chat.managerId !== null) await notifyOfMessage(trx, chat, text)
  if (!isRouted) return
  await markPending(trx, chat.id, deps.now())
  await enqueueRouting(deps, trx)
}

const receiveMessage = async (
  deps: Deps,
  caller: TransportCaller,
  channelId: number,
  incoming: IncomingMessage,
  isHistory: boolean,
) => {
  const { routing } = await deps.accounts.account(caller.accountId)
  const accepted = await inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, channelId)
    if (!channel.active) fail('channel_inactive')
    await checkFiles(trx, channel.moduleId, incoming.message.items)
    const originator = incoming.originator ?? 'customer'
    const isNews = originator === 'customer' && !isHistory
    const isRouted = routing && isNews && (await isChannelRouted(trx, channel.id))
    const chat = await openConversation(trx, caller, channel, incoming, isRouted)
    const quoted = incoming.quote && (await findMessage(trx, channel.id, incoming.quote))
    const message =
      (await insertMessage(trx, {
        chatId: chat.id,
        channelId: channel.id,
        externalId: incoming.message.external_id || null,
        originator,
        userId: null,
        type: incoming.message.type,
        content: incoming.message.text || cardTitle(incoming.message),
        detail: detailOf(incoming.message),
        quoteId: quoted && quoted.chatId === chat.id ? quoted.id : null,
        status: originator === 'customer' ? 'received' : 'sent',
        ...(incoming.message.created_at !== undefined && { createdAt: new Date(incoming.message.created_at) }),
        read: !isNews,
      })) ?? fail('message_exists')
    await indexMessage(trx, message, deps.now())
    const deadline = incoming.reply_deadline
    if (!isHistory || chat.lastMessageId === null)
      await noteMessage(trx, chat.id, {
        messageId: message.id,
        fromClient: isNews,
        isReply: originator !== 'customer' && !isHistory,
        reopens: isReopenedBy(chat, { isNews }),
        at: isHistory ? message.createdAt : deps.now(),
        isImported: isHistory,
        ...(deadline !== undefined && { replyDeadline: new Date(deadline) }),
      })
    if (chat.customerId !== null && !isHistory) {
      const { id: messageId, type } = message
      const entry = { customerId: chat.customerId, chatId: chat.id, messageId, type, actor: actorOf(caller) }
      await recordContact(trx, { ...entry, at: deps.now(), text: message.content }, isNews)
    }
    if (isNews) await passOn(deps, trx, chat, message.content, isRouted)
    const warnings = incoming.quote && !quoted ? ['Quoted message not found'] : []
    return { message, chat, warnings }
  })
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: accepted.chat.id })
  await deps.lanes.notifyWorkers()
  return {
    message_id: accepted.message.id,
    time: accepted.message.createdAt.toISOString(),
    ...(accepted.warnings.length > 0 && { warnings: accepted.warnings }),
  }
}

export const receiveFromTransport: Action<Deps, typeof sendMessage> = async (deps, caller, { body }, http) => {
  const { channel, ...incoming } = body
  const accepted = await receiveMessage(deps, caller, channel, incoming, false)
  http.about(aboutMessage(accepted.message_id))
  return accepted
}

export const receiveHistory: Action<Deps, typeof sendHistoryMessage> = (
  deps,
  caller,
  { body: { channel_id, ...incoming } },
) => receiveMessage(deps, caller, channel_id, incoming, true)

/** Changes a message that a transport names, and publishes its chat. */
const withMessage = async <T>(
  deps: Deps,
  caller: TransportCaller,
  channelId: number,
  which: MessageSelector,
  change: (trx: Db, message: Message, chat: Chat) => Promise<T>,
  evenDeleted = false,
): Promise<T> => {
  const done = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { message, chat } = await lockMessage(
      trx,
      await getChannelOfModule(trx, caller, channelId),
      which,
      evenDeleted,
    )
    return { result: await change(trx, message, chat), chatId: chat.id }
  })
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: done.chatId })
  return done.result
}

export const editFromTransport: Action<Deps, typeof editMessage> = (deps, caller, { body: { channel, message } }) =>
  withMessage(deps, caller, channel, message, async (trx, before) => {
    const editedAt = message.edited_at === undefined ? deps.now() : new Date(message.edited_at)
    const pageLink = message.page_link
    await updateContent(trx, before.id, {
      content: message.text,
      editedAt,
      ...(pageLink !== undefined && { detail: { ...before.detail, pageLink } }),
    })
    await indexEdit(trx, before, message.text, deps.now())
    return {}
  })

const present = (message: Message): TransportMessage => {
  const { pageLink: _link, automatic: _automatic, template: _template, suggestions, ...detail } = message.detail
  return {
    id: message.id,
    message_id: message.id,
    time: message.createdAt.toISOString(),
    type: message.type,
    scope: 'public',
    chat_id: message.chatId,
    is_read: message.readAt !== null,
    is_edit: message.editedAt !== null,
    status: message.status,
    content: message.content,
    ...detail,
    ...(suggestions && { transport_attachments: { suggestions } }),
    ...(message.error && { error: message.error }),
  }
}

export const deleteFromTransport: Action<Deps, typeof deleteMessage> = (deps, caller, { body }) =>
  withMessage(
    deps,
    caller,
    body.channel,
    body.message,
    async (trx, message) => {
      await removeFromIndex(trx, message)
      return present(await updateDeleted(trx, message.id, true))
    },
    true,
  )

export const restoreFromTransport: Action<Deps, typeof restoreMessage> = (deps, caller, { body }) =>
  withMessage(
    deps,
    caller,
    body.channel_id,
    body.message,
    async (trx, { id }) => {
      const restored = await updateDeleted(trx, id, false)
      await indexMessage(trx, restored, deps.now())
      return present(restored)
    },
    true,
  )

/** D-70: the outcome of a message that the transport had accepted with async: true. */
export const acknowledgeMessage: Action<Deps, typeof ackMessage> = (deps, caller, { body }) => {
  const external = body.external_message_id
  const which: MessageSelector = { ...(external !== undefined && { external_id: external }), ...body.message }
  return withMessage(
    deps,
    caller,
    body.channel,
    which,
    async (trx, message) => {
      const outcome = ackOutcome(message, which.external_id, body.transport_message_id, body.error)
      const holder =
        outcome.externalId && (await findMessage(trx, message.channelId, { external_id: outcome.externalId }))
      if (holder && holder.id !== message.id) fail('message_exists')
      await updateOutcome(trx, message.id, outcome)
      return {}
    },
    true,
  )
}

export const markSeen: Action<Deps, typeof readMessage> = (deps, caller, { body }) =>
  withMessage(deps, caller, body.channel_id, body.message, async (trx, { id }) => {
    await updateSeen(trx, id)
    return {}
  })

export const markSeenUntil: Action<Deps, typeof readMessagesUntil> = async (deps, caller, { body }) => {
  const chats = await inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, body.channel_id)
    const seen: { chatId: number; ids: number[] }[] = []
    for (const chatId of await listChatIdsOfClient(trx, channel.id, body.customer_external_id)) {
      await lockChat(trx, chatId)
      seen.push({ chatId, ids: await updateSeenUntil(trx, chatId, new Date(body.until)) })
    }
    return seen
  })
  for (const { chatId, ids } of chats)
    if (ids.length > 0) await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId })
  return { ids: chats.flatMap(({ ids }) => ids) }
}

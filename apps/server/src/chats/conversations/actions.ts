import type {
  assignChat,
  ChatMessage,
  ChatSummary,
  getChat as getEndpoint,
  listChats as listEndpoint,
  readChat,
} from '@patchbay/contract/chats/workspace/conversations'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findUser } from '../../platform/users/store.ts'
import { attachables, whyNotTaken } from '../channels/attachment-rules.ts'
import { takes, takesReadMarks } from '../channels/rules.ts'
import { type Channel, getChannel, listChannelsById } from '../channels/store.ts'
import { findMessageById, listMessages, listMessagesById, type Message, updateReadByUsers } from '../messages/store.ts'
import { presentReactions, type Reaction } from '../reactions/rules.ts'
import { listReactions } from '../reactions/store.ts'
import { messageReadEvent } from '../webhook-delivery/rules.ts'
import { queueWebhook } from '../webhook-delivery/service.ts'
import { type Chat, countUnread, findChat, listChats, lockChat, updateManager, updateUnread } from './store.ts'
import { tellChat } from './tell.ts'

const [PAGE, MESSAGES, EXCERPT] = [50, 50, 200]

const nameOf = (chat: Chat): string => [chat.firstName, chat.lastName].filter(Boolean).join(' ') || chat.nickname

const summarize = (chat: Chat, channel: Channel, last: Message | undefined): ChatSummary => ({
  id: chat.id,
  channel: {
    id: channel.id,
    type: channel.type as ChatSummary['channel']['type'],
    name: channel.name ?? '',
    active: channel.active,
  },
  name: nameOf(chat),
  ...(chat.avatarUrl !== null && { avatarUrl: chat.avatarUrl }),
  ...(chat.customerId !== null && { customerId: chat.customerId }),
  ...(chat.managerId !== null && { managerId: chat.managerId }),
  unread: chat.unread,
  ...(last && {
    lastMessage: {
      id: last.id,
      type: last.type,
      text: last.deletedAt ? '' : last.content.slice(0, EXCERPT),
      originator: last.originator,
      at: last.createdAt.toISOString(),
    },
  }),
  ...(chat.lastReaction !== null &&
    chat.lastReactionMessageId !== null &&
    chat.lastReactionAt && {
      lastReaction: {
        reaction: chat.lastReaction,
        messageId: chat.lastReactionMessageId,
        at: chat.lastReactionAt.toISOString(),
      },
    }),
  activeAt: chat.activeAt.toISOString(),
  ...(chat.replyDeadline && { replyDeadline: chat.replyDeadline.toISOString() }),
})

const summaries = async (trx: Db, chats: readonly Chat[]): Promise<ChatSummary[]> => {
  const channels = await listChannelsById(trx, [...new Set(chats.map(({ channelId }) => channelId))])
  const ids = chats.flatMap(({ lastMessageId }) => lastMessageId ?? [])
  const last = new Map((await listMessagesById(trx, ids)).map((message) => [message.id, message]))
  return chats.flatMap((chat) => {
    const channel = channels.find(({ id }) => id === chat.channelId)
    return channel ? [summarize(chat, channel, last.get(chat.lastMessageId ?? 0))] : []
  })
}

export const showChats: Action<Deps, typeof listEndpoint> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { mine, unread, beforeAt, beforeId } = query
    const chats = await listChats(trx, {
      ...(mine && { managerId: caller.userId }),
      ...(unread && { unread }),
      ...(beforeAt !== undefined && { before: { at: new Date(beforeAt), id: beforeId ?? 0 } }),
      limit: PAGE,
    })
    return { success: true, chats: await summaries(trx, chats), unread: await countUnread(trx) }
  })

const presentMessage = (message: Message, channel: Channel, reactions: readonly Reaction[]): ChatMessage => {
  const { pageLink: _link, ...detail } = message.detail
  const isThere = message.externalId !== null && !message.deletedAt && channel.active
  const isOurs = message.userId !== null
  const can = (deed: 'reaction' | 'editing' | 'deleting') => isThere && takes(channel.settings, message.type, deed)
  return {
    id: message.id,
    originator: message.originator,
    ...(message.userId !== null && { userId: message.userId }),
    type: message.type,
    text: message.deletedAt ? '' : message.content,
    ...(!message.deletedAt && detail),
    ...(message.quoteId !== null && { quoteId: message.quoteId }),
    status: message.status,
    ...(message.error && { error: message.error }),
    at: message.createdAt.toISOString(),
    edited: message.editedAt !== null,
    deleted: message.deletedAt !== null,
    reactions: presentReactions(reactions),
    canReact: can('reaction'),
    canEdit: isOurs && can('editing'),
    canDelete: isOurs && can('deleting'),
  }
}

const draft = { type: 'text', text: '', items: 0, quotes: false } as const

export const showChat: Action<Deps, typeof getEndpoint> = (deps, caller, { params, query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await findChat(trx, params.id)) ?? fail('not_found')
    const channel = await getChannel(trx, chat.channelId)
    const before = query.before === undefined ? undefined : await findMessageById(trx, query.before)
    const cursor = before && { at: before.createdAt, id: before.id }
    const latest = await listMessages(trx, chat.id, cursor, MESSAGES + 1)
    const page = latest.slice(0, MESSAGES).reverse()
    const reactions = Map.groupBy(
      await listReactions(
        trx,
        page.map(({ id }) => id),
      ),
      ({ messageId }) => messageId,
    )
    const [summary = fail('not_found')] = await summaries(trx, [chat])
    const { settings } = channel
    const maxChars = settings.text?.max_chars_count
    const dictionary = settings.reactions?.dictionary
    return {
      success: true,
      chat: summary,
      can: {
        write: channel.active && whyNotTaken(settings, draft) === undefined,
        quote: channel.active && whyNotTaken(settings, { ...draft, quotes: true }) === undefined,
        attach: channel.active ? attachables(settings) : [],
        ...(maxChars !== undefined && { maxChars }),
        ...(dictionary && { dictionary }),
        maxReactions: settings.reactions?.max_count ?? 1,
      },
      messages: page.map((message) => presentMessage(message, channel, reactions.get(message.id) ?? [])),
      hasEarlier: latest.length > MESSAGES,
    }
  })

export const assign: Action<Deps, typeof assignChat> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    const user = body.userId === undefined ? undefined : await findUser(trx, body.userId)
    if (body.userId !== undefined && !user?.active) fail('input_invalid', { fields: { userId: 'is not a user here' } })
    await updateManager(trx, chat.id, user?.id ?? null)
  })
  await tellChat(deps, caller.accountId, params.id)
  return { success: true }
}

/** D-70: what a user has read, the transport is told, if it cares: of the latest, and thereby of all before it. */
export const markRead: Action<Deps, typeof readChat> = async (deps, caller, { params }) => {
  const done = await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    if (chat.unread > 0) await updateUnread(trx, chat.id, 0)
    const read = await updateReadByUsers(trx, chat.id)
    const channel = await getChannel(trx, chat.channelId)
    const tells = read !== undefined && read.externalId !== null && channel.active && takesReadMarks(channel.settings)
    if (tells && read.externalId !== null)
      await queueWebhook(deps, trx, channel.moduleId, chat, read.id, messageReadEvent(chat, read.externalId))
    return { tells, changed: chat.unread > 0 || read !== undefined }
  })
  if (done.tells) await deps.lanes.nudge()
  if (done.changed) await tellChat(deps, caller.accountId, params.id)
  return { success: true }
}

import { acceptsFromUsers } from '@patchbay/contract/chats/channel-rules'
import type { MessageReaction } from '@patchbay/contract/chats/reactions'
import { isSendable } from '@patchbay/contract/chats/template-rules'
import type { TemplateContent } from '@patchbay/contract/chats/templates'
import type {
  Abilities,
  ChatMessage,
  ChatSummary,
  MessagePurpose,
} from '@patchbay/contract/chats/workspace/conversations'
import { attachables, suggestionTypes, whyNotAccepted } from '../channels/rules.ts'
import type { Channel } from '../channels/store.ts'
import { isEditable } from '../messages/card-rules.ts'
import { isAnswer } from '../messages/purpose-rules.ts'
import type { Purpose } from '../messages/purpose-store.ts'
import type { Message } from '../messages/store.ts'
import type { Reaction } from '../reactions/rules.ts'
import type { Chat } from './store.ts'

const EXCERPT = 200

export const nameOf = (chat: Chat): string => [chat.firstName, chat.lastName].filter(Boolean).join(' ') || chat.nickname

export const summarize = (chat: Chat, channel: Channel, last: Message | undefined): ChatSummary => ({
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
  state: chat.state,
  ...(chat.snoozedUntil && { snoozedUntil: chat.snoozedUntil.toISOString() }),
  ...(chat.stateAt && { stateAt: chat.stateAt.toISOString() }),
  ...(chat.stateBy !== null && { stateBy: chat.stateBy }),
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

const EMPTY_DRAFT = { text: '', items: 0, quotes: false } as const

/** What users may send in a conversation: nothing while its channel is off. */
export const abilitiesOf = (
  { active, settings }: Channel,
  templates: readonly { content: TemplateContent }[],
): Abilities => {
  const accepts = (type: 'text' | 'product' | 'order', quotes = false) =>
    active && whyNotAccepted(settings, { ...EMPTY_DRAFT, type, quotes }) === undefined
  const maxChars = settings.text?.max_chars_count
  const dictionary = settings.reactions?.dictionary
  const afterReplyTimeout = settings.sending_policy?.after_reply_timeout
  return {
    write: accepts('text'),
    quote: accepts('text', true),
    attach: active ? attachables(settings) : [],
    ...(maxChars !== undefined && { maxChars }),
    ...(dictionary && { dictionary }),
    maxReactions: settings.reactions?.max_count ?? 1,
    products: accepts('product'),
    orders: accepts('order'),
    templates: active && templates.some(({ content }) => isSendable(content)),
    suggestions: active ? suggestionTypes(settings) : [],
    ...(afterReplyTimeout !== undefined && { afterReplyTimeout }),
  }
}

export const presentMessage = (
  message: Message,
  channel: Channel,
  { reactions, purpose }: { reactions: readonly Reaction[]; purpose: Purpose | undefined },
  viewerId: number,
): ChatMessage => {
  const { pageLink: _link, ...detail } = message.detail
  const isReachable = message.externalId !== null && !message.deletedAt && channel.active
  const isOwn = message.userId === viewerId
  const can = (action: 'reaction' | 'editing' | 'deleting') =>
    isReachable && acceptsFromUsers(channel.settings, message.type, action)
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
    unread: message.originator === 'customer' && message.readAt === null,
    ...(purpose && { purpose: presentPurpose(purpose) }),
    reactions: presentReactions(reactions),
    canReact: can('reaction'),
    canEdit: isOwn && isEditable(message) && can('editing'),
    canDelete: isOwn && can('deleting'),
  }
}

const presentPurpose = ({ kind, invoiceId, orderId, orderNumber, task }: Purpose): MessagePurpose => ({
  kind,
  ...(invoiceId !== null && { invoiceId }),
  ...(orderId !== null && { orderId }),
  ...(orderNumber !== null && { orderNumber }),
  ...(task && {
    task: {
      id: task.id,
      ...(task.doneAt && { doneAt: task.doneAt.toISOString() }),
      ...(isAnswer(task.doneBecause) && { doneBecause: task.doneBecause }),
    },
  }),
})

/** D-68: each emoji once, in the order of first use, with who reacted. */
export const presentReactions = (reactions: readonly Reaction[]): MessageReaction[] =>
  [...Map.groupBy(reactions, ({ key }) => key).values()].map((same) => ({
    reaction: same[0]?.emoji ?? '',
    byClient: same.some(({ userId }) => userId === null),
    userIds: same.flatMap(({ userId }) => (userId === null ? [] : [userId])),
    at: (same[0]?.at ?? new Date(0)).toISOString(),
  }))

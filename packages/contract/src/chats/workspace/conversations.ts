import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, Moment, Success, SuccessWith } from '../../base/types.ts'
import { WaitingList } from '../../base/waiting-list.ts'
import { CHANNEL_TYPES } from '../channels.ts'
import { Item, MESSAGE_TYPES } from '../messages.ts'
import { MessageReaction } from '../reactions.ts'

// Conversations as users see them: private, for the workspace.

const ChannelOfChat = Type.Object({
  id: Id,
  type: Type.Enum(CHANNEL_TYPES),
  name: Type.String(),
  /** D-97: false also while its module is off or deleted. */
  active: Type.Boolean(),
})

export const ChatSummary = Type.Object(
  {
    id: Id,
    channel: ChannelOfChat,
    name: Type.String(),
    avatarUrl: Type.Optional(Type.String()),
    customerId: Type.Optional(Id),
    managerId: Type.Optional(Id),
    unread: Type.Integer(),
    lastMessage: Type.Optional(
      Type.Object({
        id: Id,
        type: Type.Enum(MESSAGE_TYPES),
        text: Type.String(),
        originator: Type.Enum(['customer', 'channel', 'user']),
        at: Moment,
      }),
    ),
    /** D-68: of the customer, until it is removed. */
    lastReaction: Type.Optional(Type.Object({ reaction: Type.String(), messageId: Id, at: Moment })),
    activeAt: Moment,
    replyDeadline: Type.Optional(Moment),
  },
  { title: 'ChatSummary' },
)
export type ChatSummary = Static<typeof ChatSummary>

export const ChatMessage = Type.Object(
  {
    id: Id,
    originator: Type.Enum(['customer', 'channel', 'user']),
    userId: Type.Optional(Id),
    type: Type.Enum(MESSAGE_TYPES),
    text: Type.String(),
    note: Type.Optional(Type.String()),
    items: Type.Optional(Type.Array(Item)),
    product: Type.Optional(Type.Unknown()),
    order: Type.Optional(Type.Unknown()),
    quoteId: Type.Optional(Id),
    status: Type.Enum(['received', 'sending', 'sent', 'failed', 'seen']),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    at: Moment,
    edited: Type.Boolean(),
    deleted: Type.Boolean(),
    reactions: Type.Array(MessageReaction),
    /** C-15: whether there is a picker. */
    canReact: Type.Boolean(),
    canEdit: Type.Boolean(),
    canDelete: Type.Boolean(),
  },
  { title: 'ChatMessage' },
)
export type ChatMessage = Static<typeof ChatMessage>

/** What the channel accepts from users. */
const Abilities = Type.Object({
  write: Type.Boolean(),
  quote: Type.Boolean(),
  /** Which kinds of files it accepts; with none there is no attach button. */
  attach: Type.Array(
    Type.Object({
      kind: Type.Enum(['image', 'audio', 'file']),
      maxItems: Type.Optional(Type.Integer()),
      maxSize: Type.Optional(Type.Integer({ description: 'bytes' })),
    }),
  ),
  maxChars: Type.Optional(Type.Integer()),
  /** C-02: absent means any emoji. */
  dictionary: Type.Optional(Type.Array(Type.String())),
  maxReactions: Type.Integer(),
})

export const auth = { by: 'session', role: 'manager' } as const
export const byId = { params: Type.Object({ id: Id }) }

export const listChats = defineEndpoint({
  id: 'workspace.chats.list',
  summary: 'Conversations, the latest first',
  method: 'GET',
  path: '/workspace/chats',
  auth,
  query: Type.Object({
    mine: Type.Optional(Type.Boolean()),
    unread: Type.Optional(Type.Boolean()),
    before: Type.Optional(Cursor),
  }),
  status: 200,
  reply: SuccessWith({ chats: Type.Array(ChatSummary), next: Type.Optional(Cursor), unread: Type.Integer() }),
})

export const WaitingChat = Type.Object({ chat: ChatSummary, waitingSince: Moment }, { title: 'WaitingChat' })
export type WaitingChat = Static<typeof WaitingChat>

export const listWaitingChats = defineEndpoint({
  id: 'workspace.chats.waiting',
  summary: 'Conversations in which the customer waits for a reply, the longest wait first',
  method: 'GET',
  path: '/workspace/chats/waiting',
  auth,
  status: 200,
  reply: SuccessWith({ waiting: WaitingList(WaitingChat) }),
})

export const endChatWait = defineEndpoint({
  id: 'workspace.chats.no-reply',
  summary: 'The last messages of the customer need no reply',
  method: 'POST',
  path: '/workspace/chats/{id}/no-reply',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const getChat = defineEndpoint({
  id: 'workspace.chats.get',
  summary: 'A conversation: its latest messages, or an earlier page of them',
  method: 'GET',
  path: '/workspace/chats/{id}',
  auth,
  ...byId,
  query: Type.Object({
    before: Type.Optional(Cursor),
    around: Type.Optional(Type.Integer({ ...Id, description: 'a message: the page ends a few messages below it' })),
  }),
  status: 200,
  reply: SuccessWith({
    chat: ChatSummary,
    can: Abilities,
    /** A page, the oldest first. */
    messages: Type.Array(ChatMessage),
    earlier: Type.Optional(Cursor),
    /** With `around`: there are newer messages than those of the page. */
    later: Type.Boolean(),
  }),
  errors: ['not_found'],
})

export const assignChat = defineEndpoint({
  id: 'workspace.chats.assign',
  summary: 'Assign a conversation to a manager, or unassign it',
  method: 'POST',
  path: '/workspace/chats/{id}/manager',
  auth,
  ...byId,
  body: Type.Object({ userId: Type.Optional(Id) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'input_invalid'],
})

export const readChat = defineEndpoint({
  id: 'workspace.chats.read',
  summary: 'Mark a conversation as read',
  method: 'POST',
  path: '/workspace/chats/{id}/read',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

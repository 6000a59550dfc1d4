import Type, { type Static } from 'typebox'
import { CHAT_STATES, SUGGESTION_TYPES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, LocalTimeIn, Moment, Success, SuccessWith, Uuid } from '../../base/types.ts'
import { WaitingList } from '../../base/waiting-list.ts'
import { CHANNEL_TYPES } from '../channels.ts'
import { Suggestion } from '../message-cards.ts'
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
    state: Type.Enum(CHAT_STATES),
    snoozedUntil: Type.Optional(Moment),
    /** Since when it is in this state; absent when it has been open from the start. */
    stateAt: Type.Optional(Moment),
    /** The user who closed, snoozed or reopened it. */
    stateBy: Type.Optional(Id),
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

/** What a message of ours is for. A task may wait for the customer's answer; their 👍 completes it. */
const MessagePurpose = Type.Object({
  kind: Type.Enum(['payment-link', 'proposal']),
  /** Of a payment link. */
  invoiceId: Type.Optional(Uuid),
  orderId: Type.Optional(Id),
  orderNumber: Type.Optional(Type.String()),
  task: Type.Optional(
    Type.Object({
      id: Id,
      doneAt: Type.Optional(Moment),
      /** Absent while it waits, and when a user completed it. */
      doneBecause: Type.Optional(Type.Enum(['customer-agreed', 'paid'])),
    }),
  ),
})
export type MessagePurpose = Static<typeof MessagePurpose>

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
    /** It was sent from this template. */
    template: Type.Optional(
      Type.Object({ code: Type.String(), name: Type.String(), buttons: Type.Array(Type.String()) }),
    ),
    suggestions: Type.Optional(Type.Array(Suggestion)),
    quoteId: Type.Optional(Id),
    /** Sent by the system: the away reply. */
    automatic: Type.Optional(Type.Enum(['away'])),
    status: Type.Enum(['received', 'sending', 'sent', 'failed', 'seen']),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    at: Moment,
    edited: Type.Boolean(),
    deleted: Type.Boolean(),
    /** Of the customer, and nobody has opened the conversation since. */
    unread: Type.Boolean(),
    purpose: Type.Optional(MessagePurpose),
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
export const Abilities = Type.Object({
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
  /** D-116: which messages besides texts and files it accepts. */
  products: Type.Boolean(),
  orders: Type.Boolean(),
  templates: Type.Boolean(),
  suggestions: Type.Array(Type.Enum(SUGGESTION_TYPES)),
  /** D-118: what the messenger delivers once the time to reply is over; absent: it has not said. */
  afterReplyTimeout: Type.Optional(Type.Enum(['no', 'template'])),
})

export type Abilities = Static<typeof Abilities>

export const auth = { by: 'session', role: 'manager' } as const
export const byId = { params: Type.Object({ id: Id }) }

/** Opened, opened and answered since, closed; with a reaction of the customer to a message of ours; or waiting at this moment. */
export const CHAT_FIGURES = [
  'opened',
  'answered',
  'closed',
  'positive',
  'negative',
  'neutral',
  'rated',
  'waiting',
] as const
export type ChatFigure = (typeof CHAT_FIGURES)[number]

/** What a figure of the report on chats counts: the list has exactly those conversations, in any state. */
const CHAT_FIGURE_FILTERS = {
  counted: Type.Optional(
    Type.Enum(CHAT_FIGURES, { description: 'in the period; the state of now does not matter then' }),
  ),
  from: Type.Optional(LocalTimeIn),
  to: Type.Optional(Type.String({ ...LocalTimeIn, description: 'a day without a time includes the whole day' })),
  userId: Type.Optional(Type.Integer({ ...Id, description: 'who replied first, closed it, or got the reaction' })),
  channelId: Type.Optional(Id),
  weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: 'on which it was opened; Monday is 1' })),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  tookOver: Type.Optional(
    Type.Integer({ minimum: 0, description: 'seconds until the first reply or the end: more than' }),
  ),
  tookTo: Type.Optional(Type.Integer({ minimum: 0 })),
}

export const listChats = defineEndpoint({
  id: 'workspace.chats.list',
  summary: 'Conversations, the latest first',
  method: 'GET',
  path: '/workspace/chats',
  auth,
  query: Type.Object({
    state: Type.Enum(CHAT_STATES, { default: 'open' }),
    mine: Type.Optional(Type.Boolean()),
    unassigned: Type.Optional(Type.Boolean()),
    unread: Type.Optional(Type.Boolean()),
    ...CHAT_FIGURE_FILTERS,
    before: Type.Optional(Cursor),
    after: Type.Optional(Type.String({ ...Cursor, description: 'a page of newer ones; the latest if there are none' })),
  }),
  status: 200,
  reply: SuccessWith({
    /** The latest first. */
    chats: Type.Array(ChatSummary),
    /** The cursor of the page of older ones, and of newer ones. */
    next: Type.Optional(Cursor),
    previous: Type.Optional(Cursor),
    /** Open conversations with unread messages, counted up to 100. */
    unread: Type.Integer(),
    keptFrom: Type.Optional(
      Type.String({ ...Moment, description: 'the period begins before it: older messages were deleted (D-144)' }),
    ),
  }),
  errors: ['input_invalid'],
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
  summary: 'A conversation: its latest messages, or an earlier or later page of them',
  method: 'GET',
  path: '/workspace/chats/{id}',
  auth,
  ...byId,
  query: Type.Object({
    before: Type.Optional(Cursor),
    after: Type.Optional(Cursor),
    around: Type.Optional(Type.Integer({ ...Id, description: 'a message: the page ends a few messages below it' })),
  }),
  status: 200,
  reply: SuccessWith({
    chat: ChatSummary,
    can: Abilities,
    /** A page, the oldest first. */
    messages: Type.Array(ChatMessage),
    earlier: Type.Optional(Cursor),
    /** There are newer messages than those of the page. */
    later: Type.Optional(Cursor),
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

export const setChatState = defineEndpoint({
  id: 'workspace.chats.state',
  summary: 'Close a conversation, snooze it until a time within a year, or reopen it',
  method: 'POST',
  path: '/workspace/chats/{id}/state',
  auth,
  ...byId,
  body: Type.Object({ state: Type.Enum(CHAT_STATES), until: Type.Optional(Moment) }),
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

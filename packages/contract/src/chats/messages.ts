import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Moment, Text } from '../base/types.ts'
import { Suggestion } from './message-cards.ts'

// Messages of the transport API (wire habits 5.2): what a transport sends into a conversation, and reports about it.

export const MESSAGE_TYPES = ['text', 'system', 'command', 'order', 'product', 'file', 'image', 'audio'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

export const ERROR_CODES = [
  'general',
  'customer_not_exists',
  'reply_timed_out',
  'spam_suspicion',
  'access_restricted',
] as const

const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** A message by the transport's id or by ours; one of the two is needed. */
const MessageRef = Type.Object({ external_id: Type.Optional(Line()), id: Type.Optional(Id) })

const Client = Type.Object({
  external_id: Text(64),
  nickname: Text(),
  first_name: Type.Optional(Line()),
  last_name: Type.Optional(Line()),
  avatar: Type.Optional(Line(2048)),
  profile_url: Type.Optional(Line(2048)),
  country: Type.Optional(Line(64)),
  language: Type.Optional(Line(64)),
  phone: Type.Optional(Line(64)),
  email: Type.Optional(Line(254)),
  utm: Type.Optional(Type.Record(Type.String(), Type.String())),
  secondary_external_ids: Type.Optional(Type.Array(Line(64), { maxItems: 100 })),
})
export type Client = Static<typeof Client>

export const Item = Type.Object({ id: Uuid, caption: Type.Optional(Line(1024)) })

const Content = Type.Object({
  type: Type.Enum(MESSAGE_TYPES),
  external_id: Type.Optional(Line()),
  text: Type.Optional(Line(65_535)),
  items: Type.Optional(Type.Array(Item, { maxItems: 20 })),
  note: Type.Optional(Line(64_000)),
  created_at: Type.Optional(Moment),
  page_link: Type.Optional(Line(2048)),
  product: Type.Optional(Type.Unknown()),
  order: Type.Optional(Type.Unknown()),
})
export type MessageContent = Static<typeof Content>

const brought = {
  external_chat_id: Type.Optional(Line(64)),
  message: Content,
  customer: Type.Optional(Client),
  /** The older name of customer. */
  user: Type.Optional(Client),
  originator: Type.Optional(Type.Enum(['customer', 'channel', 'user'])),
  quote: Type.Optional(MessageRef),
  reply_deadline: Type.Optional(Moment),
  secondary_external_chat_ids: Type.Optional(Type.Array(Line(64), { maxItems: 100 })),
}

export const TransportMessage = Type.Object(
  {
    id: Id,
    /** The same as id: the older Go client reads it. */
    message_id: Id,
    time: Moment,
    type: Type.Enum(MESSAGE_TYPES),
    scope: Type.Literal('public'),
    chat_id: Id,
    is_read: Type.Boolean(),
    is_edit: Type.Boolean(),
    status: Type.Enum(['received', 'sending', 'sent', 'failed', 'seen']),
    content: Type.String(),
    note: Type.Optional(Type.String()),
    items: Type.Optional(Type.Array(Item)),
    product: Type.Optional(Type.Unknown()),
    order: Type.Optional(Type.Unknown()),
    transport_attachments: Type.Optional(Type.Object({ suggestions: Type.Array(Suggestion) })),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { title: 'TransportMessage' },
)
export type TransportMessage = Static<typeof TransportMessage>

const auth = { by: 'transport-token' } as const
const Done = Type.Object({})
const Accepted = Type.Object({ message_id: Id, time: Moment, warnings: Type.Optional(Type.Array(Type.String())) })

export const sendMessage = defineEndpoint({
  id: 'messages.send',
  summary: 'Send a customer’s message; the chat and its customer are created if needed',
  method: 'POST',
  path: '/api/transport/v1/messages',
  auth,
  body: Type.Object({ channel: Id, ...brought }),
  status: 200,
  reply: Accepted,
  errors: [
    'channel_unknown',
    'channel_inactive',
    'message_exists',
    'message_unknown',
    'chat_unknown',
    'client_missing',
    'file_unknown',
  ],
})

export const sendHistoryMessage = defineEndpoint({
  id: 'messages.history',
  summary: 'Import an old message; it does not mark the chat as unread',
  method: 'POST',
  path: '/api/transport/v1/messages/history',
  auth,
  body: Type.Object({ channel_id: Id, ...brought }),
  status: 200,
  reply: Accepted,
  errors: [
    'channel_unknown',
    'channel_inactive',
    'message_exists',
    'message_unknown',
    'chat_unknown',
    'client_missing',
    'file_unknown',
  ],
})

export const editMessage = defineEndpoint({
  id: 'messages.edit',
  summary: 'The customer edited a message',
  method: 'PUT',
  path: '/api/transport/v1/messages',
  auth,
  body: Type.Object({
    channel: Id,
    message: Type.Object({
      ...MessageRef.properties,
      text: Line(65_535),
      edited_at: Type.Optional(Type.Integer({ minimum: 0 })),
      page_link: Type.Optional(Line(2048)),
    }),
  }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'message_unknown'],
})

export const deleteMessage = defineEndpoint({
  id: 'messages.delete',
  summary: 'The customer deleted a message',
  method: 'DELETE',
  path: '/api/transport/v1/messages',
  auth,
  body: Type.Object({ channel: Id, message: MessageRef }),
  status: 200,
  reply: TransportMessage,
  errors: ['channel_unknown', 'message_unknown'],
})

export const restoreMessage = defineEndpoint({
  id: 'messages.restore',
  summary: 'Restore a deleted message',
  method: 'POST',
  path: '/api/transport/v1/messages/restore',
  auth,
  body: Type.Object({ channel_id: Id, message: MessageRef }),
  status: 200,
  reply: TransportMessage,
  errors: ['channel_unknown', 'message_unknown'],
})

export const ackMessage = defineEndpoint({
  id: 'messages.ack',
  summary: 'Report the result of a message that was accepted with async: true',
  method: 'POST',
  path: '/api/transport/v1/messages/ack',
  auth,
  body: Type.Object({
    channel: Id,
    message: Type.Optional(MessageRef),
    external_message_id: Type.Optional(Line()),
    transport_message_id: Type.Optional(Line()),
    created_at: Type.Optional(Moment),
    error: Type.Optional(
      Type.Object({
        code: Type.Optional(Type.Enum(ERROR_CODES)),
        message: Type.Optional(Line(10_000)),
        external_code: Type.Optional(Line(100)),
      }),
    ),
  }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'message_unknown'],
})

export const readMessage = defineEndpoint({
  id: 'messages.read',
  summary: 'The customer has read a message',
  method: 'POST',
  path: '/api/transport/v1/messages/read',
  auth,
  body: Type.Object({ channel_id: Id, message: MessageRef }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'message_unknown'],
})

export const readMessagesUntil = defineEndpoint({
  id: 'messages.read-until',
  summary: 'The customer has read everything up to a time',
  method: 'POST',
  path: '/api/transport/v1/messages/read_until',
  auth,
  body: Type.Object({ channel_id: Id, customer_external_id: Text(64), until: Moment }),
  status: 200,
  reply: Type.Object({ ids: Type.Array(Id) }),
  errors: ['channel_unknown'],
})

import Type, { type TSchema } from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { Id, Line } from '../base/types.ts'
import { Item, MESSAGE_TYPES } from './messages.ts'
import { Emoji } from './reactions.ts'

// The webhooks of transports (interface 6.3, wire habits 5.4): what users do in a conversation, one event in each request.

const WEBHOOK_URL = 'integrations.mgTransport.webhookUrl'

/** C-13: which chat, in every event. */
const chat = {
  external_user_id: Type.String({ description: 'The customer, by the id that the transport gave' }),
  external_chat_id: Type.String({ description: 'Empty when the transport gave none' }),
  channel_id: Id,
}
const message = {
  ...chat,
  external_message_id: Type.String({ description: 'The message, by the id of the transport' }),
}
const AllReactions = Type.Array(Type.Object({ reaction: Emoji }), {
  description: 'All emoji that users have on this message now; empty after the last one was removed',
})

const event = <const Name extends string>(
  name: Name,
  summary: string,
  data: Record<string, TSchema>,
  answer: TSchema = Type.Object({}),
) =>
  defineCallback({
    id: `transport.${name.replace('_', '-')}`,
    summary,
    method: 'POST',
    where: WEBHOOK_URL,
    parameters: Type.Object({
      type: Type.Literal(name),
      meta: Type.Object({ timestamp: Type.Integer({ description: 'When it happened, in seconds since 1970' }) }),
      data: Type.Object(data),
    }),
    isJson: true,
    isOrdered: true,
    answer,
  })

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Person = { first_name: Line(), last_name: Line(), avatar: Type.String({ description: 'A URL, or empty' }) }

const messageSent = event(
  'message_sent',
  'A user wrote to the customer: send it',
  {
    id: Type.Integer({ minimum: 1, description: 'Our id of the message, for the ack' }),
    ...chat,
    type: Type.Enum(MESSAGE_TYPES),
    content: nullable(Type.String()),
    quote_external_id: nullable(Type.String()),
    quote_content: nullable(Type.String()),
    user: Type.Optional(Type.Object({ id: Id, ...Person }, { description: 'Absent: sent by the system' })),
    customer: Type.Object(Person),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          ...Item.properties,
          size: Type.Optional(Type.Integer()),
          width: Type.Optional(Type.Integer()),
          height: Type.Optional(Type.Integer()),
        }),
        { description: 'Files; get each by GET /api/transport/v1/files/{id}' },
      ),
    ),
  },
  Type.Object({
    external_message_id: Type.Optional(Type.String({ description: 'Later events name the message by it' })),
    external_chat_id: Type.Optional(Type.String()),
    async: Type.Optional(Type.Boolean({ description: 'The result follows by POST /api/transport/v1/messages/ack' })),
    error: Type.Optional(
      Type.Object({
        code: Type.String({ description: 'general, customer_not_exists, reply_timed_out, …' }),
        message: Type.Optional(Type.String({ description: 'Shown to the user' })),
        external_code: Type.Optional(Type.String()),
      }),
    ),
  }),
)

export const TRANSPORT_EVENTS = [
  messageSent,
  event('message_updated', 'A user edited a message: edit it', {
    ...message,
    content: Type.String(),
    type: Type.Enum(MESSAGE_TYPES),
  }),
  event('message_deleted', 'A user deleted a message: delete it', message),
  event('message_read', 'A user has read the customer’s messages up to this one', message),
  event('reaction_add', 'A user reacted to a message, or replaced a reaction', {
    ...message,
    new_reaction: Emoji,
    old_reaction: Type.Optional(Type.String({ description: 'The reaction that was replaced' })),
    all_reactions: AllReactions,
  }),
  event('reaction_delete', 'A user removed a reaction from a message', {
    ...message,
    old_reaction: Type.Optional(Emoji),
    all_reactions: AllReactions,
  }),
] as const

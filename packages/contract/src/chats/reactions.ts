import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Moment } from '../base/types.ts'

// Reactions: emoji on messages, by the customer of a chat (transport API, interface 4.4) and by users (workspace).

const MessageRef = Type.Object({ external_id: Type.Optional(Line()), id: Type.Optional(Id) })
export const Emoji = Type.String({ minLength: 1, maxLength: 64 })
const auth = { by: 'transport-token' } as const
const path = '/api/transport/v1/messages/reaction'

export const addReaction = defineEndpoint({
  id: 'reactions.add',
  summary: 'Add a customer’s reaction to a message; a repeat changes nothing (C-05, C-06)',
  method: 'POST',
  path,
  auth,
  body: Type.Object({ channel: Id, message: MessageRef, reaction: Emoji }),
  status: 200,
  reply: Type.Object({}),
  errors: ['channel_unknown', 'message_unknown', 'emoji_unknown', 'reactions_not_sent'],
})

export const removeReaction = defineEndpoint({
  id: 'reactions.remove',
  summary: 'Remove a customer’s reaction; by default the oldest one (C-07, C-08)',
  method: 'DELETE',
  path,
  auth,
  body: Type.Object({ channel: Id, message: MessageRef, reaction: Type.Optional(Emoji) }),
  status: 200,
  reply: Type.Object({}),
  errors: ['channel_unknown', 'message_unknown', 'emoji_unknown', 'reaction_absent'],
})

/** D-68: one emoji on a message, in the order of first use, with who reacted. */
export const MessageReaction = Type.Object({
  reaction: Emoji,
  byClient: Type.Boolean(),
  userIds: Type.Array(Id),
  at: Moment,
})
export type MessageReaction = Static<typeof MessageReaction>

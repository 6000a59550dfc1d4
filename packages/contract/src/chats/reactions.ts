import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Moment, Success } from '../base/types.ts'

// Reactions: emoji on messages, by the client of a chat (transport API, interface 4.4) and by users (workspace).

const Which = Type.Object({ external_id: Type.Optional(Line()), id: Type.Optional(Id) })
const Emoji = Type.String({ minLength: 1, maxLength: 64 })
const auth = { by: 'transport-token' } as const
const path = '/api/transport/v1/messages/reaction'

export const addReaction = defineEndpoint({
  id: 'reactions.add',
  summary: 'The client reacted to a message; a repeat changes nothing (C-05, C-06)',
  method: 'POST',
  path,
  auth,
  body: Type.Object({ channel: Id, message: Which, reaction: Emoji }),
  status: 200,
  reply: Type.Object({}),
  errors: ['channel_unknown', 'message_unknown', 'emoji_unknown', 'reactions_not_sent'],
})

export const removeReaction = defineEndpoint({
  id: 'reactions.remove',
  summary: 'The client took a reaction back; without one named, the oldest (C-07, C-08)',
  method: 'DELETE',
  path,
  auth,
  body: Type.Object({ channel: Id, message: Which, reaction: Type.Optional(Emoji) }),
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

const session = { by: 'session', role: 'manager' } as const

export const setReaction = defineEndpoint({
  id: 'workspace.reactions.set',
  summary: 'React to a message, in place of another reaction where the channel takes no more (D-67)',
  method: 'PUT',
  path: '/workspace/messages/{id}/reactions',
  auth: session,
  params: Type.Object({ id: Id }),
  body: Type.Object({ reaction: Emoji, replaces: Type.Optional(Emoji) }),
  status: 200,
  reply: Success,
  errors: [
    'not_found',
    'emoji_unknown',
    'emoji_not_in_dictionary',
    'reactions_full',
    'reactions_not_received',
    'message_not_sent',
    'reaction_absent',
    'channel_inactive',
  ],
})

export const unsetReaction = defineEndpoint({
  id: 'workspace.reactions.unset',
  summary: 'Take one’s reaction back',
  method: 'DELETE',
  path: '/workspace/messages/{id}/reactions',
  auth: session,
  params: Type.Object({ id: Id }),
  query: Type.Object({ reaction: Emoji }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'reactions_not_received', 'channel_inactive'],
})

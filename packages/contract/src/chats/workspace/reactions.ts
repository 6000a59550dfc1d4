import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Success } from '../../base/types.ts'
import { Emoji } from '../reactions.ts'

const session = { by: 'session', role: 'manager' } as const

export const setReaction = defineEndpoint({
  id: 'workspace.reactions.set',
  summary: 'React to a message, replacing another reaction where the channel allows no more (D-67)',
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
  summary: 'Remove one’s reaction',
  method: 'DELETE',
  path: '/workspace/messages/{id}/reactions',
  auth: session,
  params: Type.Object({ id: Id }),
  query: Type.Object({ reaction: Emoji }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'reactions_not_received', 'channel_inactive'],
})

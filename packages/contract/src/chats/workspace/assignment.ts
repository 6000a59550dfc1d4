import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith } from '../../base/types.ts'
import { RoutingDecision } from '../../platform/workspace/routing.ts'
import { CHANNEL_TYPES } from '../channels.ts'

// How conversations are assigned to managers: per channel, and what was decided about one of them.

const ChannelSettings = {
  enabled: Type.Boolean({ description: 'false: its conversations are not assigned automatically' }),
  shop: Type.Optional(Type.String({ ...Code, description: 'absent: the default shop' })),
  group: Type.Optional(Type.String({ ...Code, description: 'absent: the group of the shop' })),
  awayText: Type.String({ ...Line(2000), description: 'empty: the away reply of the shop' }),
}

export const ChannelRouting = Type.Object(
  { id: Id, type: Type.Enum(CHANNEL_TYPES), name: Line(), ...ChannelSettings },
  { title: 'ChannelRouting' },
)
export type ChannelRouting = Static<typeof ChannelRouting>

const auth = { by: 'session', role: 'admin' } as const

export const listChannelRouting = defineEndpoint({
  id: 'workspace.chat-assignment.channels',
  summary: 'How the conversations of each active channel are assigned',
  method: 'GET',
  path: '/workspace/chat-assignment/channels',
  auth,
  status: 200,
  reply: SuccessWith({ channels: Type.Array(ChannelRouting) }),
})

export const saveChannelRouting = defineEndpoint({
  id: 'workspace.chat-assignment.save-channel',
  summary: 'Set how the conversations of a channel are assigned',
  method: 'POST',
  path: '/workspace/chat-assignment/channels/{id}',
  auth,
  params: Type.Object({ id: Id }),
  body: Type.Object(ChannelSettings),
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})

export const listChatDecisions = defineEndpoint({
  id: 'workspace.chat-assignment.decisions',
  summary: 'Why a conversation was assigned as it is, the latest decision first',
  method: 'GET',
  path: '/workspace/chats/{id}/routing',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ decisions: Type.Array(RoutingDecision) }),
  errors: ['not_found'],
})

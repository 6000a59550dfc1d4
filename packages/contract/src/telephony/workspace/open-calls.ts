import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Moment, SuccessWith } from '../../base/types.ts'

/** D-131: what an office may see of a call that is going on. */
export const OpenCall = Type.Object(
  {
    id: Id,
    direction: Type.Enum(['in', 'out']),
    state: Type.Enum(['ringing', 'talking']),
    phone: Type.String({ description: 'of the other party, without all but its last two digits' }),
    startedAt: Moment,
    answeredAt: Type.Optional(Moment),
    userIds: Type.Array(Id, { description: 'where it rings, or who talks; nobody: the caller waits' }),
    shop: Type.Optional(Type.String({ description: 'the name of the shop whose number was called' })),
  },
  { title: 'OpenCall' },
)
export type OpenCall = Static<typeof OpenCall>

export const listOpenCalls = defineEndpoint({
  id: 'workspace.open-calls.list',
  summary: 'Calls that ring or are talked in, the oldest first',
  method: 'GET',
  path: '/workspace/open-calls',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ calls: Type.Array(OpenCall) }),
})

import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'

/** One request to or from a module, as it may be shown: secrets, tokens and phones are already gone (redact.ts). */
const exchangeFields = {
  at: Moment,
  direction: Type.Enum(['in', 'out']),
  moduleCode: Type.Optional(Code),
  method: Line(10),
  url: Line(4096),
  status: Type.Optional(Type.Integer()),
  durationMs: Type.Integer(),
  ok: Type.Boolean(),
  verdict: Line(500),
  request: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
}
export const Exchange = Type.Object({ id: Id, ...exchangeFields })
export type Exchange = Static<typeof Exchange>

export const listTraffic = defineEndpoint({
  id: 'workspace.traffic.list',
  summary: 'The latest requests to and from modules',
  method: 'GET',
  path: '/workspace/traffic',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({
    module: Type.Optional(Code),
    before: Type.Optional(Id),
    onlyFailed: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: SuccessWith({ exchanges: Type.Array(Exchange) }),
})

// A link to one exchange, for the author of a module who has no account here.

const auth = { by: 'session', role: 'admin' } as const

const byId = { params: Type.Object({ id: Id }) }

export const TrafficShare = Type.Object(
  { id: Id, createdBy: Line(), createdAt: Moment, expiresAt: Moment },
  { title: 'TrafficShare' },
)

export type TrafficShare = Static<typeof TrafficShare>

export const shareExchange = defineEndpoint({
  id: 'workspace.traffic.share',
  summary: 'Make a link to one exchange that works without signing in, for seven days',
  method: 'POST',
  path: '/workspace/traffic/{id}/shares',
  auth,
  ...byId,
  status: 201,
  reply: SuccessWith({
    share: TrafficShare,
    /** Given this one time; it stands behind the # of the link, which browsers keep to themselves. */
    shareToken: Type.String(),
  }),
  errors: ['not_found'],
})

export const listShares = defineEndpoint({
  id: 'workspace.traffic.shares',
  summary: 'The links to an exchange that work now',
  method: 'GET',
  path: '/workspace/traffic/{id}/shares',
  auth,
  ...byId,
  status: 200,
  reply: SuccessWith({ shares: Type.Array(TrafficShare) }),
})

export const revokeShare = defineEndpoint({
  id: 'workspace.traffic.revoke-share',
  summary: 'End a link to an exchange',
  method: 'DELETE',
  path: '/workspace/traffic-shares/{id}',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

/** By POST, so that the token stands in no address and in no log of one. */
export const readSharedExchange = defineEndpoint({
  id: 'workspace.traffic.shared',
  summary: 'The one exchange that a link leads to',
  method: 'POST',
  path: '/workspace/shared-exchange',
  auth: { by: 'nobody' },
  body: Type.Object({ shareToken: Text(100) }),
  status: 200,
  reply: SuccessWith({ exchange: Type.Object(exchangeFields), expiresAt: Moment }),
  errors: ['share_gone'],
})

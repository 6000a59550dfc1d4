import Type, { type Static, type TSchema } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'
import { UserStatus } from '../users.ts'

// Who gets a call or a conversation, as codes with data: the workspace has a sentence for each.

const plain = <Code extends string>(code: Code) => Type.Object({ code: Type.Literal(code) })

const coded = <Code extends string, P extends Record<string, TSchema>>(code: Code, data: P) =>
  Type.Object({ code: Type.Literal(code), ...data })

const Count = Type.Integer({ minimum: 0 })

/** Why a candidate was chosen, or was not. */
export const RoutingVerdict = Type.Union([
  plain('chosen'),
  // Not available:
  plain('inactive'),
  plain('offline'),
  plain('presence-unknown'),
  coded('status', { status: UserStatus }),
  plain('on-call'),
  plain('no-chats'),
  coded('full', { open: Count, most: Count }),
  plain('no-extension'),
  coded('did-not-reply', { minutes: Count }),
  // Available, and another one was chosen, or nobody:
  plain('closed'),
  coded('outside-group', { group: Line() }),
  plain('not-responsible'),
  coded('more-chats', { open: Count, chosenOpen: Count }),
  coded('less-idle', { since: Type.Optional(Moment) }),
  plain('same'),
])
export type RoutingVerdict = Static<typeof RoutingVerdict>

/** Why the chosen one, or why nobody. */
export const RoutingResult = Type.Union([
  coded('responsible', { because: Type.Enum(['order', 'customer']) }),
  coded('group', { group: Line() }),
  plain('team'),
  coded('closed', { opensAt: Type.Optional(Moment) }),
  plain('nobody-free'),
])
export type RoutingResult = Static<typeof RoutingResult>

export const RoutingCandidate = Type.Object({ userId: Id, verdict: RoutingVerdict })
export type RoutingCandidate = Static<typeof RoutingCandidate>

export const RoutingDecision = Type.Object(
  {
    at: Moment,
    cause: Type.Enum(['call', 'message', 'escalation']),
    result: RoutingResult,
    /** Absent: nobody. */
    userId: Type.Optional(Id),
    /** The chosen one first, then those who were available, then the others. */
    candidates: Type.Array(RoutingCandidate),
  },
  { title: 'RoutingDecision' },
)
export type RoutingDecision = Static<typeof RoutingDecision>

const EscalateMinutes = Type.Integer({ minimum: 1, maximum: 10_080 })

export const RoutingSettings = Type.Object(
  {
    enabled: Type.Boolean({ description: 'conversations are assigned, and the routing of calls is recorded' }),
    escalateMinutes: Type.Optional(
      Type.Integer({ ...EscalateMinutes, description: 'absent: conversations are never escalated' }),
    ),
    shops: Type.Array(Type.Object({ code: Code, name: Line(), group: Type.Optional(Code) })),
    groups: Type.Array(Type.Object({ code: Code, name: Line() })),
  },
  { title: 'RoutingSettings' },
)
export type RoutingSettings = Static<typeof RoutingSettings>

const auth = { by: 'session', role: 'admin' } as const

export const getRoutingSettings = defineEndpoint({
  id: 'workspace.routing.get',
  summary: 'Whether conversations are assigned, when they escalate, and which group serves which shop',
  method: 'GET',
  path: '/workspace/routing',
  auth,
  status: 200,
  reply: SuccessWith({ settings: RoutingSettings }),
})

export const changeRoutingSettings = defineEndpoint({
  id: 'workspace.routing.change',
  summary: 'Switch routing on or off, and set when conversations escalate',
  method: 'POST',
  path: '/workspace/routing',
  auth,
  body: Type.Object({ enabled: Type.Boolean(), escalateMinutes: Type.Optional(EscalateMinutes) }),
  status: 200,
  reply: Success,
})

export const setShopGroup = defineEndpoint({
  id: 'workspace.routing.shop-group',
  summary: 'Set the group of users that serves a shop; without a group everyone does',
  method: 'POST',
  path: '/workspace/routing/shops/{code}',
  auth,
  params: Type.Object({ code: Code }),
  body: Type.Object({ group: Type.Optional(Code) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})

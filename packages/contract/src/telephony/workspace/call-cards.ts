import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { RoutingDecision } from '../../platform/workspace/routing.ts'
import { byId, manager } from './calls.ts'

/** A customer with this number, or one that a user linked the call to. The call belongs to the first one. */
export const CardCustomer = Type.Object({
  id: Id,
  name: Line(800),
  match: Type.Enum(['e164', 'tail', 'none'], {
    description:
      'the whole number, only its national tail, or none: a user linked the call, and the number is not theirs',
  }),
  managerId: Type.Optional(Id),
  lastContactAt: Type.Optional(Moment),
  openOrders: Type.Array(
    Type.Object({
      id: Id,
      number: Line(),
      status: Line(),
      /** Absent in cards of earlier versions. */
      statusCode: Type.Optional(Line()),
      total: Line(),
      currency: Line(3),
    }),
  ),
  lastNote: Type.Optional(
    Type.Object(
      { text: Text(10_000), at: Moment, by: Type.Optional(Line(600)) },
      { description: 'the latest note about the customer or on a call with them' },
    ),
  ),
  link: Line(2048),
})

export type CardCustomer = Static<typeof CardCustomer>

/** Where a call rings, and why there. */
export const CardRing = Type.Object({
  userId: Id,
  name: Line(600),
  code: Type.Optional(Line(32)),
  why: Type.Array(Type.Enum(['extension', 'ring group', 'named by the exchange', 'order', 'customer'])),
})

export type CardRing = Static<typeof CardRing>

/** D-24, D-29, T-16: everything that the card shows. */
export const CallCard = Type.Object(
  {
    callId: Id,
    /** Increases with each event of the call; of two cards of one call the higher version is current. */
    version: Type.Integer(),
    /** The exchange's id of the call: the softphone names the same. */
    externalId: Type.Optional(Line()),
    direction: Type.Enum(['in', 'out']),
    state: Type.Enum(['ringing', 'talking']),
    phone: Line(64),
    startedAt: Moment,
    /** D-85: while somebody talks, since when. */
    answeredAt: Type.Optional(Moment),
    /** The call began more than half a minute ago: show it without a sound. */
    quiet: Type.Boolean(),
    shop: Type.Optional(Type.Object({ code: Code, name: Line() })),
    customers: Type.Array(CardCustomer),
    rings: Type.Array(CardRing),
    /** Whom the router would choose, and why not the others; absent while routing is off. */
    routing: Type.Optional(RoutingDecision),
    links: Type.Object({ newCustomer: Line(2048), newOrder: Line(2048) }),
    note: Line(4000),
  },
  { title: 'CallCard' },
)

export type CallCard = Static<typeof CallCard>

export const WITHDRAWN_BECAUSE = ['answered elsewhere', 'moved on', 'ended', 'lost'] as const

export const listCallCards = defineEndpoint({
  id: 'workspace.call-cards.list',
  summary: 'List the open cards of the signed-in user, for the first page and after a resync',
  method: 'GET',
  path: '/workspace/call-cards',
  auth: manager,
  status: 200,
  reply: SuccessWith({ cards: Type.Array(CallCard) }),
})

export const ackCallCard = defineEndpoint({
  id: 'workspace.call-cards.shown',
  summary: 'Acknowledge that the browser shows the card',
  method: 'POST',
  path: '/workspace/call-cards/{id}/shown',
  auth: manager,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const listCardCustomers = defineEndpoint({
  id: 'workspace.call-cards.customers',
  summary: 'List the customers on a call card as they are now, also after the call',
  method: 'GET',
  path: '/workspace/call-cards/{id}/customers',
  auth: manager,
  ...byId,
  status: 200,
  reply: SuccessWith({ customers: Type.Array(CardCustomer) }),
  errors: ['not_found'],
})

export const linkCall = defineEndpoint({
  id: 'workspace.calls.link',
  summary: 'Link a call to a customer, with its record, note and timeline entry',
  method: 'POST',
  path: '/workspace/calls/{id}/customer',
  auth: manager,
  ...byId,
  body: Type.Object({
    customerId: Id,
    addPhone: Type.Optional(
      Type.Boolean({ description: 'also add the number of the call to the phones of the customer' }),
    ),
  }),
  status: 200,
  reply: SuccessWith({ customers: Type.Array(CardCustomer) }),
  errors: ['not_found', 'entity_invalid'],
})

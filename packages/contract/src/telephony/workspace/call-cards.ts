import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'
import { byId, manager } from './calls.ts'

/** A customer with this number, as the card shows them. */
export const CardCustomer = Type.Object({
  id: Id,
  name: Line(800),
  match: Type.Enum(['e164', 'tail'], { description: 'the whole number, or only its national tail' }),
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

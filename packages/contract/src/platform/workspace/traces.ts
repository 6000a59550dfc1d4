import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith, Uuid } from '../../base/types.ts'
import { RoutingDecision } from './routing.ts'
import { ExchangeResult } from './traffic.ts'

// Traces of calls, invoices and messages, step by step, in one shape for all three.

export const TraceStep = Type.Object(
  {
    at: Moment,
    /** card.sent, operation.confirmed, webhook.tried, …; the workspace has a text for each. */
    step: Line(64),
    ok: Type.Optional(Type.Boolean({ description: 'absent: neither good nor bad' })),
    /** The users concerned, or extensions without a user. */
    who: Type.Optional(Type.Array(Type.Object({ userId: Type.Optional(Id), code: Type.Optional(Line(32)) }))),
    values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    /** Of a request. */
    result: Type.Optional(ExchangeResult),
    /** Milliseconds since the request arrived, or its duration. */
    ms: Type.Optional(Type.Number()),
    /** The request in the traffic log, while that keeps it. */
    exchangeId: Type.Optional(Id),
    /** Of a routing step: who was chosen, why, and why not the others. */
    routing: Type.Optional(RoutingDecision),
  },
  { title: 'TraceStep' },
)
export type TraceStep = Static<typeof TraceStep>

/** What came of it: read before the steps, and never contradicted by them. */
export const TraceVerdict = Type.Object(
  {
    /** call.shown, call.offline, invoice.status, message.seen, …; the workspace has a sentence for each. */
    code: Line(64),
    ok: TraceStep.properties.ok,
    who: TraceStep.properties.who,
    values: TraceStep.properties.values,
  },
  { title: 'TraceVerdict' },
)
export type TraceVerdict = Static<typeof TraceVerdict>

export const Trace = Type.Object(
  {
    /** A phone number, the number of an order, the beginning of a message. */
    subject: Line(),
    customerId: Type.Optional(Id),
    orderId: Type.Optional(Id),
    chatId: Type.Optional(Id),
    verdicts: Type.Array(TraceVerdict),
    steps: Type.Array(TraceStep),
  },
  { title: 'Trace' },
)
export type Trace = Static<typeof Trace>

const shared = {
  method: 'GET',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ trace: Trace }),
  errors: ['not_found'],
} as const

export const traceCall = defineEndpoint({
  id: 'workspace.calls.trace',
  summary: 'Why a card did or did not appear',
  path: '/workspace/calls/{id}/trace',
  params: Type.Object({ id: Id }),
  ...shared,
})

export const traceInvoice = defineEndpoint({
  id: 'workspace.invoices.trace',
  summary: 'How an invoice reached its status',
  path: '/workspace/invoices/{invoiceId}/trace',
  params: Type.Object({ invoiceId: Uuid }),
  ...shared,
})

export const traceMessage = defineEndpoint({
  id: 'workspace.messages.trace',
  summary: 'How a message and its reactions were processed, here and at the transport',
  path: '/workspace/messages/{id}/trace',
  params: Type.Object({ id: Id }),
  ...shared,
})

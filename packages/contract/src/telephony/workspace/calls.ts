import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith, Text, WebAddress } from '../../base/types.ts'
import { CALL_RESULTS } from '../events.ts'

// Calls as the workspace sees them: the card of a call that rings, the list of calls, and the press on the call icon.

/** One of the customers who have this number, with what a manager wants to know before answering. */
export const CardCustomer = Type.Object({
  id: Id,
  name: Line(800),
  match: Type.Enum(['e164', 'tail'], { description: 'the whole number, or only its national end' }),
  managerId: Type.Optional(Id),
  lastContactAt: Type.Optional(Moment),
  openOrders: Type.Array(Type.Object({ id: Id, number: Line(), status: Line(), total: Line(), currency: Line(3) })),
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

/** D-24, D-29, T-16: all that the card shows, made by the server. */
export const CallCard = Type.Object(
  {
    callId: Id,
    /** Raised by each event of the call; of two cards of one call the higher one holds. */
    version: Type.Integer(),
    direction: Type.Enum(['in', 'out']),
    state: Type.Enum(['ringing', 'talking']),
    phone: Line(64),
    startedAt: Moment,
    /** The call began more than half a minute ago: show it, but make no noise. */
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

export const CallSummary = Type.Object(
  {
    id: Id,
    module: Code,
    direction: Type.Enum(['in', 'out']),
    phone: Line(64),
    state: Type.Enum(['ringing', 'talking', 'ended', 'lost']),
    result: Type.Optional(Type.Enum(CALL_RESULTS)),
    missed: Type.Boolean(),
    startedAt: Moment,
    duration: Type.Optional(Type.Integer()),
    durationWaiting: Type.Optional(Type.Integer()),
    customerId: Type.Optional(Id),
    userId: Type.Optional(Id),
    shop: Type.Optional(Code),
    note: Line(4000),
    recording: Type.Boolean({ description: 'there is one, and the reader may hear it' }),
    legs: Type.Array(
      Type.Object({
        userId: Type.Optional(Id),
        code: Type.Optional(Line(32)),
        from: Moment,
        answeredAt: Type.Optional(Moment),
        to: Type.Optional(Moment),
      }),
    ),
  },
  { title: 'Call' },
)
export type CallSummary = Static<typeof CallSummary>

const manager = { by: 'session', role: 'manager' } as const
const byId = { params: Type.Object({ id: Id }) }

export const listCalls = defineEndpoint({
  id: 'workspace.calls.list',
  summary: 'Calls, newest first',
  method: 'GET',
  path: '/workspace/calls',
  auth: manager,
  query: Type.Object({
    customerId: Type.Optional(Id),
    userId: Type.Optional(Id),
    missed: Type.Optional(Type.Boolean()),
    /** startedAt of the last one that the reader has. */
    before: Type.Optional(Moment),
  }),
  status: 200,
  reply: SuccessWith({ calls: Type.Array(CallSummary) }),
})

export const getCall = defineEndpoint({
  id: 'workspace.calls.get',
  summary: 'One call with its legs',
  method: 'GET',
  path: '/workspace/calls/{id}',
  auth: manager,
  ...byId,
  status: 200,
  reply: SuccessWith({ call: CallSummary }),
  errors: ['not_found'],
})

export const pressCall = defineEndpoint({
  id: 'workspace.calls.press',
  summary: 'Ask the exchange to call a number from the extension of the signed-in user; it rings at most once a press',
  method: 'POST',
  path: '/workspace/calls',
  auth: manager,
  body: Type.Object({
    /** Made by the browser at each press: sent again, it does not ring again. */
    pressId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    phone: Text(64),
    /** What the call is about: its shop decides which external number is shown (T-07). */
    orderId: Type.Optional(Id),
    customerId: Type.Optional(Id),
  }),
  status: 200,
  reply: Success,
  errors: ['no_call_icon', 'call_not_started', 'press_under_way', 'press_throttled'],
})

export const noteCall = defineEndpoint({
  id: 'workspace.calls.note',
  summary: 'Keep a note with the call',
  method: 'POST',
  path: '/workspace/calls/{id}/note',
  auth: manager,
  ...byId,
  body: Type.Object({ note: Line(4000) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const taskFromCall = defineEndpoint({
  id: 'workspace.calls.task',
  summary: 'Make a task out of a call',
  method: 'POST',
  path: '/workspace/calls/{id}/task',
  auth: manager,
  ...byId,
  body: Type.Object({ text: Text(1000), dueAt: Type.Optional(Moment), performerId: Type.Optional(Id) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid'],
})

export const listCallCards = defineEndpoint({
  id: 'workspace.call-cards.list',
  summary: 'The cards that are open for the signed-in user: what to read after a resync',
  method: 'GET',
  path: '/workspace/call-cards',
  auth: manager,
  status: 200,
  reply: SuccessWith({ cards: Type.Array(CallCard) }),
})

export const ackCallCard = defineEndpoint({
  id: 'workspace.call-cards.shown',
  summary: 'The browser says that it shows the card',
  method: 'POST',
  path: '/workspace/call-cards/{id}/shown',
  auth: manager,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const getTelephony = defineEndpoint({
  id: 'workspace.telephony',
  summary: 'Whether the signed-in user may call, and from which extensions (T-05)',
  method: 'GET',
  path: '/workspace/telephony',
  auth: manager,
  status: 200,
  reply: SuccessWith({
    canCall: Type.Boolean(),
    extensions: Type.Array(Type.Object({ module: Code, code: Line(32) })),
  }),
})

const Mappings = {
  additionalCodes: Type.Array(Type.Object({ userId: Id, code: Text(32) }), { maxItems: 10_000 }),
  externalPhones: Type.Array(Type.Object({ siteCode: Code, externalPhone: Text(32) }), { maxItems: 10_000 }),
}

export const getTelephonySettings = defineEndpoint({
  id: 'workspace.telephony-settings.get',
  summary: 'The settings of a telephony module: Additional codes, External numbers, and what it declares',
  method: 'GET',
  path: '/workspace/modules/{code}/telephony',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  status: 200,
  reply: SuccessWith({
    settings: Type.Object({
      allowEdit: Type.Boolean(),
      personalAccountUrl: Type.Optional(WebAddress),
      inputEventSupported: Type.Boolean(),
      outputEventSupported: Type.Boolean(),
      hangupEventSupported: Type.Boolean(),
      ...Mappings,
    }),
  }),
  errors: ['not_found'],
})

export const editTelephonySettings = defineEndpoint({
  id: 'workspace.telephony-settings.edit',
  summary: 'Change Additional codes and External numbers, where the module allows it (T-02)',
  method: 'POST',
  path: '/workspace/modules/{code}/telephony',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  body: Type.Object(Mappings),
  status: 200,
  reply: Success,
  errors: ['not_found', 'settings_locked', 'entity_invalid'],
})

import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Cursor, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { CALL_RESULTS } from '../history.ts'

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
    shop: Type.Optional(Type.Object({ code: Code, name: Line() })),
    note: Line(4000),
    recording: Type.Boolean({ description: 'there is one, and the reader may play it' }),
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

export const manager = { by: 'session', role: 'manager' } as const
export const byId = { params: Type.Object({ id: Id }) }

export const listCalls = defineEndpoint({
  id: 'workspace.calls.list',
  summary: 'List calls, newest first',
  method: 'GET',
  path: '/workspace/calls',
  auth: manager,
  query: Type.Object({
    customerId: Type.Optional(Id),
    userId: Type.Optional(Type.Integer({ ...Id, description: 'calls with a leg of this user' })),
    missed: Type.Optional(Type.Boolean()),
    phone: Type.Optional(
      Type.String({ maxLength: 64, description: 'in any notation, or its last four digits or more' }),
    ),
    before: Type.Optional(Cursor),
  }),
  status: 200,
  reply: SuccessWith({ calls: Type.Array(CallSummary), next: Type.Optional(Cursor) }),
})

export const getCall = defineEndpoint({
  id: 'workspace.calls.get',
  summary: 'Get a call with its legs',
  method: 'GET',
  path: '/workspace/calls/{id}',
  auth: manager,
  ...byId,
  status: 200,
  reply: SuccessWith({ call: CallSummary }),
  errors: ['not_found'],
})

export const noteCall = defineEndpoint({
  id: 'workspace.calls.note',
  summary: 'Save the note of a call',
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
  summary: 'Create a task from a call',
  method: 'POST',
  path: '/workspace/calls/{id}/task',
  auth: manager,
  ...byId,
  body: Type.Object({ text: Text(1000), dueAt: Type.Optional(Moment), performerId: Type.Optional(Id) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid'],
})

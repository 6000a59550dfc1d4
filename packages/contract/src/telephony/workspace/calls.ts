import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Cursor, Id, Line, LocalTimeIn, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { CALL_RESULTS } from '../history.ts'

export const CallSummary = Type.Object(
  {
    id: Id,
    /** Absent when a user logged the call by hand. */
    module: Type.Optional(Code),
    loggedBy: Type.Optional(Type.Integer({ ...Id, description: 'the user who logged the call by hand' })),
    editable: Type.Boolean({ description: 'logged by hand, and the reader may change or delete it' }),
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
    transcript: Type.Boolean({ description: 'there is one, and the reader may read it' }),
    said: Type.Optional(
      Type.Object(
        { text: Type.String(), at: Type.Number({ description: 'seconds from the beginning of the recording' }) },
        { description: 'what the text of the search was found in' },
      ),
    ),
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

/** What a figure of the report on calls counts: the list shows exactly those calls. */
const CALL_FIGURE_FILTERS = {
  handledBy: Type.Optional(Type.Integer({ ...Id, description: 'who spoke, or whom the record names' })),
  group: Type.Optional(Type.String({ ...Code, description: 'handled by a member of this group' })),
  number: Type.Optional(
    Type.String({ maxLength: 64, description: 'the external number that was called, or called from' }),
  ),
  module: Type.Optional(Code),
  weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: 'Monday is 1' })),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  waitedOver: Type.Optional(Type.Integer({ minimum: 0, description: 'seconds until answered or given up: more than' })),
  waitedTo: Type.Optional(Type.Integer({ minimum: 0, description: 'no more than; 0 of waitedOver includes 0' })),
  returned: Type.Optional(Type.Boolean({ description: 'missed calls that were returned, or were not' })),
  returnedOver: Type.Optional(Type.Integer({ minimum: 0, description: 'returned after more seconds than' })),
  returnedTo: Type.Optional(Type.Integer({ minimum: 0 })),
  firstContact: Type.Optional(Type.Boolean({ description: 'the first call of a customer' })),
}

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
    direction: Type.Optional(Type.Enum(['in', 'out'])),
    result: Type.Optional(Type.Enum(CALL_RESULTS)),
    site: Type.Optional(Code),
    recording: Type.Optional(Type.Boolean({ description: 'only calls with a recording' })),
    from: Type.Optional(LocalTimeIn),
    to: Type.Optional(Type.String({ ...LocalTimeIn, description: 'a day without a time includes the whole day' })),
    phone: Type.Optional(
      Type.String({ maxLength: 64, description: 'in any notation, or its last four digits or more' }),
    ),
    said: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'words of the transcript: the newest matches, without further pages',
      }),
    ),
    ...CALL_FIGURE_FILTERS,
    before: Type.Optional(Cursor),
  }),
  status: 200,
  reply: SuccessWith({
    calls: Type.Array(CallSummary),
    next: Type.Optional(Cursor),
    keptFrom: Type.Optional(
      Type.String({ ...Moment, description: 'the period begins before it: older calls were deleted (D-144)' }),
    ),
  }),
  errors: ['input_invalid'],
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

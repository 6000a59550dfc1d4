import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'
import { Phone } from '../callbacks.ts'
import { byId, manager } from './calls.ts'

/** What a person can say of a call that they made or took on another phone. */
export const LOGGED_RESULTS = ['answered', 'no answer', 'busy'] as const

export const LoggedCall = Type.Object(
  {
    direction: Type.Enum(['in', 'out']),
    phone: Phone,
    /** Absent: the customer with this number, if there is one. */
    customerId: Type.Optional(Id),
    startedAt: Moment,
    duration: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 86_400, description: 'seconds of talk, of an answered call' }),
    ),
    result: Type.Enum(LOGGED_RESULTS),
    note: Type.Optional(Line(4000)),
    site: Type.Optional(Code),
  },
  { title: 'LoggedCall' },
)
export type LoggedCall = Static<typeof LoggedCall>

export const logCall = defineEndpoint({
  id: 'workspace.calls.log',
  summary: 'Log a call by hand that no exchange saw; it completes the missed-call task as any call does',
  method: 'POST',
  path: '/workspace/logged-calls',
  auth: manager,
  body: Type.Object({ call: LoggedCall }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['entity_invalid'],
})

export const editLoggedCall = defineEndpoint({
  id: 'workspace.calls.log-edit',
  summary: 'Change a call that was logged by hand; for its author and administrators',
  method: 'POST',
  path: '/workspace/logged-calls/{id}',
  auth: manager,
  ...byId,
  body: Type.Object({ call: LoggedCall }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'access_denied', 'entity_invalid'],
})

export const deleteLoggedCall = defineEndpoint({
  id: 'workspace.calls.log-delete',
  summary: 'Delete a call that was logged by hand; for its author and administrators',
  method: 'DELETE',
  path: '/workspace/logged-calls/{id}',
  auth: manager,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found', 'access_denied'],
})

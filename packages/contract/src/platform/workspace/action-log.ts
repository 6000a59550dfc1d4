import Type, { type Static } from 'typebox'
import { RECORD_TYPES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith, Text } from '../../base/types.ts'

export const ActionRecord = Type.Object({
  id: Id,
  at: Moment,
  recordType: Type.Enum(RECORD_TYPES),
  /** Who: a person, an API key, a module, or the system itself. */
  actor: Line(),
  action: Line(),
  subject: Line(),
  detail: Type.Record(Type.String(), Type.Unknown()),
})
export type ActionRecord = Static<typeof ActionRecord>

export const listActionLog = defineEndpoint({
  id: 'workspace.action-log.list',
  summary: 'What was done in the account, newest first',
  method: 'GET',
  path: '/workspace/action-log',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({
    recordType: Type.Optional(Type.Enum(RECORD_TYPES)),
    actor: Type.Optional(Text()),
    since: Type.Optional(Moment),
    until: Type.Optional(Moment),
    before: Type.Optional(Id),
  }),
  status: 200,
  reply: SuccessWith({ records: Type.Array(ActionRecord) }),
})

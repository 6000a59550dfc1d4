import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith } from '../../base/types.ts'
import { WaitingList } from '../../base/waiting-list.ts'

export const MissedCall = Type.Object(
  {
    /** The task to call back. */
    taskId: Id,
    /** The latest missed call of this caller. */
    callId: Type.Optional(Id),
    calledAt: Moment,
    phone: Line(100),
    customerId: Type.Optional(Id),
    customerName: Type.Optional(Line(1_000)),
    performerId: Type.Optional(Id),
    dueAt: Type.Optional(Moment),
  },
  { title: 'MissedCall' },
)
export type MissedCall = Static<typeof MissedCall>

export const listMissedCalls = defineEndpoint({
  id: 'workspace.missed-calls.list',
  summary: 'Missed calls that nobody has returned yet, one for each caller, the one due first first (D-25)',
  method: 'GET',
  path: '/workspace/missed-calls',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ missedCalls: WaitingList(MissedCall) }),
})

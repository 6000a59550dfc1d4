import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { SuccessWith } from '../../base/types.ts'

export const DailyCalls = Type.Object(
  { day: Type.String(), answered: Type.Integer(), missed: Type.Integer() },
  { title: 'DailyCalls' },
)
export type DailyCalls = Static<typeof DailyCalls>

export const getDailyCalls = defineEndpoint({
  id: 'workspace.daily-calls.get',
  summary: 'Incoming calls, answered and missed, on each of the last 14 days in the time zone of the account',
  method: 'GET',
  path: '/workspace/daily-calls',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ days: Type.Array(DailyCalls) }),
})

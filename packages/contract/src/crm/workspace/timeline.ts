import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, Line, Moment, SuccessWith } from '../../base/types.ts'

export const TimelineEntry = Type.Object(
  {
    id: Id,
    at: Moment,
    kind: Line(),
    actor: Line(255),
    orderId: Type.Optional(Id),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'for a change: field → [before, after]' }),
  },
  { title: 'TimelineEntry' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const listCustomerTimeline = defineEndpoint({
  id: 'workspace.customers.timeline',
  summary: 'The timeline of a customer, by the time of each event, newest first',
  method: 'GET',
  path: '/workspace/customers/{id}/timeline',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  query: Type.Object({
    before: Type.Optional(Cursor),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  }),
  status: 200,
  reply: SuccessWith({ entries: Type.Array(TimelineEntry), next: Type.Optional(Cursor) }),
  errors: ['not_found'],
})

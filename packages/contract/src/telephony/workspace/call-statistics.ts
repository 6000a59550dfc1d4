import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, SuccessWith } from '../../base/types.ts'
import {
  Counts,
  Period,
  ReplicaAge,
  ReportFilter,
  ReportPeriod,
  WeekdayHours,
} from '../../platform/workspace/statistics.ts'

export const CallFigures = Type.Object(
  {
    incoming: Type.Integer(),
    answered: Type.Integer(),
    missed: Type.Integer(),
    returned: Type.Integer({ description: 'of the missed ones: called back, or called again and answered' }),
    firstContacts: Type.Integer({ description: 'incoming calls of customers who had no call before' }),
    outgoing: Type.Integer(),
    outgoingAnswered: Type.Integer(),
    talkSeconds: Type.Integer(),
    withinLevel: Type.Integer({ description: 'answered within the seconds of the service level' }),
    levelOf: Type.Integer({ description: 'answered ones whose wait is known, and missed ones' }),
  },
  { title: 'CallFigures' },
)
export type CallFigures = Static<typeof CallFigures>

export const CALL_BREAKDOWNS = ['user', 'group', 'shop', 'number', 'module'] as const

export const CallBreakdown = Type.Object(
  {
    by: Type.Enum(CALL_BREAKDOWNS),
    value: Type.String({ description: 'as the filter takes it: an id, a code or a number' }),
    name: Type.Optional(Type.String()),
    figures: CallFigures,
  },
  { title: 'CallBreakdown' },
)
export type CallBreakdown = Static<typeof CallBreakdown>

export const CallStatistics = Type.Object(
  {
    period: Period,
    filter: Type.Optional(ReportFilter),
    replica: Type.Optional(ReplicaAge),
    serviceLevelSeconds: Type.Integer(),
    total: CallFigures,
    days: Type.Array(Type.Object({ day: Type.String(), figures: CallFigures })),
    incomingByHour: WeekdayHours,
    missedByHour: WeekdayHours,
    answeredWaits: Counts,
    missedWaits: Counts,
    returnTimes: Counts,
    breakdowns: Type.Array(CallBreakdown, { description: 'of the whole period; none when a filter is given' }),
  },
  { title: 'CallStatistics' },
)
export type CallStatistics = Static<typeof CallStatistics>

export const getCallStatistics = defineEndpoint({
  id: 'workspace.call-statistics.get',
  summary: 'The figures of the report on calls, in the time zone of the account',
  method: 'GET',
  path: '/workspace/call-statistics',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    ...ReportPeriod,
    userId: Type.Optional(Type.Integer({ ...Id, description: 'who spoke; one filter at a time' })),
    group: Type.Optional(Code),
    site: Type.Optional(Code),
    number: Type.Optional(Type.String({ maxLength: 64, description: 'an external number' })),
    module: Type.Optional(Code),
  }),
  status: 200,
  reply: SuccessWith({ statistics: CallStatistics }),
  errors: ['input_invalid'],
})

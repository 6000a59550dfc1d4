import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, SuccessWith } from '../../base/types.ts'
import {
  Counts,
  Period,
  ReplicaAge,
  ReportFilter,
  ReportPeriod,
  WeekdayHours,
} from '../../platform/workspace/statistics.ts'

export const ChatFigures = Type.Object(
  {
    opened: Type.Integer(),
    answered: Type.Integer({ description: 'of those opened in the period: with a reply of a user' }),
    closed: Type.Integer(),
    positive: Type.Integer({ description: 'reactions of customers to messages of users' }),
    negative: Type.Integer(),
    neutral: Type.Integer(),
    firstResponses: Counts,
    resolutions: Counts,
  },
  { title: 'ChatFigures' },
)
export type ChatFigures = Static<typeof ChatFigures>

export const CHAT_BREAKDOWNS = ['user', 'channel'] as const

export const ChatStatistics = Type.Object(
  {
    period: Period,
    filter: Type.Optional(ReportFilter),
    replica: Type.Optional(ReplicaAge),
    total: ChatFigures,
    days: Type.Array(Type.Object({ day: Type.String(), figures: ChatFigures })),
    openedByHour: WeekdayHours,
    breakdowns: Type.Array(
      Type.Object({
        by: Type.Enum(CHAT_BREAKDOWNS),
        value: Type.String(),
        name: Type.Optional(Type.String()),
        figures: ChatFigures,
      }),
    ),
    waitingNow: Type.Integer({ description: 'open conversations in which the customer waits for a reply' }),
  },
  { title: 'ChatStatistics' },
)
export type ChatStatistics = Static<typeof ChatStatistics>

export const getChatStatistics = defineEndpoint({
  id: 'workspace.chat-statistics.get',
  summary: 'The figures of the report on chats, in the time zone of the account',
  method: 'GET',
  path: '/workspace/chat-statistics',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    ...ReportPeriod,
    userId: Type.Optional(
      Type.Integer({ ...Id, description: 'who replied first, closed it, or got the reaction; one filter at a time' }),
    ),
    channelId: Type.Optional(Id),
  }),
  status: 200,
  reply: SuccessWith({ statistics: ChatStatistics }),
  errors: ['input_invalid'],
})

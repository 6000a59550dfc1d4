import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, LocalTimeIn, SuccessWith, Text } from '../base/types.ts'
import { ClientId, Phone } from './callbacks.ts'

/** D-21: `no answer` and `no answered` are read as one. */
export const HANGUP_STATUSES = ['answered', 'no answered', 'no answer', 'busy', 'cancel', 'failed'] as const

export const CallEvent = Type.Object(
  {
    phone: Phone,
    type: Type.Enum(['in', 'out', 'hangup']),
    codes: Type.Array(Text(32), { default: [], maxItems: 500 }),
    userIds: Type.Array(Id, { default: [], maxItems: 500 }),
    hangupStatus: Type.Optional(Type.Enum(HANGUP_STATUSES)),
    externalPhone: Type.Optional(Line(64)),
    callExternalId: Type.Optional(Line(255)),
    site: Type.Optional(Line(64)),
    webAnalyticsData: Type.Optional(Type.Unknown()),
    /** When the exchange saw it, if it does not tell at once: an event older than half a minute makes no noise. */
    date: Type.Optional(LocalTimeIn),
  },
  { title: 'CallEvent' },
)
export type CallEvent = Static<typeof CallEvent>

const EventReply = SuccessWith({
  notExistCodes: Type.Optional(Type.Array(Type.String())),
  notExistUsers: Type.Optional(Type.Array(Type.Integer())),
})

export const reportCallEvent = defineEndpoint({
  id: 'telephony.call-event',
  summary: 'Report a call that rings, is made, or has ended',
  method: 'POST',
  path: '/api/v5/telephony/call/event',
  auth: { by: 'api-key', scope: 'telephony_write' },
  body: Type.Object({ event: CallEvent, clientId: ClientId }),
  status: 200,
  reply: EventReply,
  errors: ['telephony_off', 'module_unclear'],
})

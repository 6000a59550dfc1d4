import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, LocalTimeIn, SuccessWith, Text } from '../base/types.ts'
import { ClientId, Phone } from './callbacks.ts'

/** D-21: `no answer` and `no answered` are read as one. */
export const HANGUP_STATUSES = ['answered', 'no answered', 'no answer', 'busy', 'cancel', 'failed'] as const

export const CallEvent = Type.Object(
  {
    phone: Phone,
    /** D-85: `answer` is optional; it names the extension that took the call. */
    type: Type.Enum(['in', 'out', 'answer', 'hangup']),
    codes: Type.Array(Text(32), { default: [], maxItems: 500 }),
    userIds: Type.Array(Id, { default: [], maxItems: 500 }),
    hangupStatus: Type.Optional(Type.Enum(HANGUP_STATUSES)),
    externalPhone: Type.Optional(Line(64)),
    callExternalId: Type.Optional(Line(255)),
    site: Type.Optional(Line(64)),
    webAnalyticsData: Type.Optional(Type.Unknown()),
    /** When it happened, for events that are sent late: one older than half a minute shows a card without a sound. */
    date: Type.Optional(LocalTimeIn),
  },
  { title: 'CallEvent' },
)
export type CallEvent = Static<typeof CallEvent>

const EventReply = SuccessWith({
  notExistCodes: Type.Optional(Type.Array(Type.String())),
  notExistUsers: Type.Optional(Type.Array(Type.Integer())),
  warnings: Type.Optional(Type.Array(Type.String())),
})

export const reportCallEvent = defineEndpoint({
  id: 'telephony.call-event',
  summary: 'Report an event of a call: incoming, outgoing, answered or ended',
  method: 'POST',
  path: '/api/v5/telephony/call/event',
  auth: { by: 'api-key', scope: 'telephony_write' },
  body: Type.Object({ event: CallEvent, clientId: ClientId }),
  status: 200,
  repeatable: true,
  reply: EventReply,
  errors: ['telephony_off', 'client_id_unknown', 'module_unclear'],
})

/** Older clients send the same to older versions. */
export const reportCallEventV4 = defineEndpoint({
  ...reportCallEvent,
  id: 'telephony.call-event-v4',
  path: '/api/v4/telephony/call/event',
})

/** Version 3 also has the event as plain parameters, with one extension. */
export const reportCallEventV3 = defineEndpoint({
  ...reportCallEvent,
  id: 'telephony.call-event-v3',
  path: '/api/v3/telephony/call/event',
  body: Type.Object({
    event: Type.Optional(CallEvent),
    phone: Type.Optional(Phone),
    type: Type.Optional(CallEvent.properties.type),
    code: Type.Optional(Text(32)),
    hangupStatus: CallEvent.properties.hangupStatus,
    clientId: ClientId,
  }),
})

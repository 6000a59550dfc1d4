import Type, { type Static } from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { LocalTimeIn } from '../base/local-time.ts'
import { Id, IdText, Line, Moment, SuccessWith, Text, WebAddress } from '../base/types.ts'

// What an exchange and the system say to each other (interface 2.3, 2.4, 4.1, 4.2; wire-habits 3).

const Phone = Text(64)
const ExternalId = Text(255)
/** Which module is speaking, when the key does not tell (D-23). */
const ClientId = Type.Optional(Type.String({ maxLength: 255 }))
const Seconds = Type.Integer({ minimum: 0, maximum: 10_000_000 })

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

export const CALL_RESULTS = ['answered', 'no answer', 'busy', 'failed', 'not allowed', 'unknown'] as const
export type CallResult = (typeof CALL_RESULTS)[number]

export const CallSource = Type.Object({
  source: Type.Optional(Line()),
  medium: Type.Optional(Line()),
  campaign: Type.Optional(Line()),
  keyword: Type.Optional(Line()),
  content: Type.Optional(Line()),
})

export const CallRecord = Type.Object(
  {
    date: LocalTimeIn,
    type: Type.Enum(['in', 'out']),
    phone: Phone,
    result: Type.Enum([...CALL_RESULTS, 'no answered']),
    externalId: Type.Optional(ExternalId),
    code: Type.Optional(Line(32)),
    userId: Type.Optional(Id),
    duration: Type.Optional(Seconds),
    durationWaiting: Type.Optional(Seconds),
    recordUrl: Type.Optional(WebAddress),
    externalPhone: Type.Optional(Line(64)),
    site: Type.Optional(Line(64)),
    source: Type.Optional(CallSource),
  },
  { title: 'CallRecord' },
)
export type CallRecord = Static<typeof CallRecord>

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

const upload = {
  summary: 'Upload finished calls, at most 50; a record that is known already makes no second call',
  method: 'POST',
  auth: { by: 'api-key', scope: 'telephony_write' },
  body: Type.Object({ calls: Type.Array(CallRecord, { minItems: 1, maxItems: 50 }), clientId: ClientId }),
  status: 200,
  reply: SuccessWith({
    processedCallsCount: Type.Integer(),
    duplicateCalls: Type.Optional(Type.Array(Type.String())),
  }),
  errors: ['telephony_off', 'module_unclear'],
} as const

export const uploadCalls = defineEndpoint({
  id: 'telephony.upload-calls',
  path: '/api/v5/telephony/calls/upload',
  ...upload,
})
/** Scripts of ten years ago still call these. */
export const uploadCallsV4 = defineEndpoint({
  id: 'telephony.upload-calls-v4',
  path: '/api/v4/telephony/calls/upload',
  ...upload,
})
export const uploadCallsV3 = defineEndpoint({
  id: 'telephony.upload-calls-v3',
  path: '/api/v3/telephony/calls/upload',
  ...upload,
})

/** D-28: why nobody was returned, when asked with explain=1. */
const Explanation = Type.Object({
  reason: Type.Enum(['found', 'phone unknown', 'nobody responsible', 'not here', 'not free', 'no extension']),
  /** Everybody who could have been meant, the best first, with what each of them lacks. */
  candidates: Type.Array(
    Type.Object({
      id: IdText,
      customerId: IdText,
      because: Type.Enum(['order', 'customer']),
      here: Type.Boolean(),
      free: Type.Boolean(),
      code: Type.Optional(Type.String()),
    }),
  ),
})

const ManagerQuery = Type.Object({
  phone: Type.String({ minLength: 1, maxLength: 64 }),
  details: Type.Optional(Type.Boolean()),
  ignoreStatus: Type.Optional(Type.Boolean()),
  explain: Type.Optional(Type.Boolean()),
  clientId: ClientId,
})

const ManagerReply = SuccessWith({
  manager: Type.Optional(
    Type.Object({
      id: IdText,
      firstName: Line(),
      lastName: Line(),
      patronymic: Line(),
      email: Line(),
      code: Text(32),
    }),
  ),
  customer: Type.Optional(
    Type.Object({
      id: IdText,
      externalId: Type.Optional(Line()),
      firstName: Line(),
      lastName: Line(),
      patronymic: Line(),
      email: Type.Optional(Line()),
      phones: Type.Array(Type.Object({ number: Line() })),
    }),
  ),
  links: Type.Optional(
    Type.Object({
      newOrderLink: Type.String(),
      lastOrderLink: Type.Optional(Type.String()),
      newCustomerLink: Type.Optional(Type.String()),
      customerLink: Type.Optional(Type.String()),
    }),
  ),
  explain: Type.Optional(Explanation),
})

const lookup = {
  summary: 'The free responsible manager of the client with this number',
  auth: { by: 'api-key', scope: 'telephony_read' },
  query: ManagerQuery,
  status: 200,
  reply: ManagerReply,
  errors: ['telephony_off', 'module_unclear'],
} as const

export const findManager = defineEndpoint({
  id: 'telephony.manager',
  method: 'GET',
  path: '/api/v5/telephony/manager',
  ...lookup,
})
/** One public client posts it. */
export const findManagerByPost = defineEndpoint({
  id: 'telephony.manager-by-post',
  method: 'POST',
  path: '/api/v5/telephony/manager',
  ...lookup,
})
export const findManagerV4 = defineEndpoint({
  id: 'telephony.manager-v4',
  method: 'GET',
  path: '/api/v4/telephony/manager',
  ...lookup,
})
export const findManagerV3 = defineEndpoint({
  id: 'telephony.manager-v3',
  method: 'GET',
  path: '/api/v3/telephony/manager',
  ...lookup,
})

/** One event of a call and what came of it, step by step. */
export const CallTrace = Type.Object({
  call: Type.Object({
    id: Id,
    externalId: Type.Optional(Type.String()),
    state: Type.String(),
    result: Type.Optional(Type.String()),
  }),
  events: Type.Array(
    Type.Object({
      at: Moment,
      type: Type.String(),
      steps: Type.Array(
        Type.Object({ step: Type.String(), ok: Type.Boolean(), ms: Type.Number(), says: Type.String() }),
      ),
    }),
  ),
  cards: Type.Array(
    Type.Object({
      userId: Id,
      sentAt: Moment,
      shownAt: Type.Optional(Moment),
      closedAt: Type.Optional(Moment),
      closedBecause: Type.Optional(Type.String()),
    }),
  ),
})
export type CallTrace = Static<typeof CallTrace>

export const readTrace = defineEndpoint({
  id: 'telephony.call-trace',
  summary: 'Why a card did or did not appear: what each event of a call went through. For the module whose call it is',
  method: 'GET',
  path: '/api/v5/telephony/call/trace',
  auth: { by: 'api-key', scope: 'telephony_read' },
  query: Type.Object({ callExternalId: ExternalId, clientId: ClientId }),
  status: 200,
  reply: SuccessWith({ trace: CallTrace }),
  errors: ['not_found', 'telephony_off', 'module_unclear'],
})

// What the exchange is asked

export const makeCall = defineCallback({
  id: 'telephony.make-call',
  summary: 'Start a call from an extension to a number; 200 is success whatever the body',
  method: 'GET',
  where: 'integrations.telephony.makeCallUrl',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    code: Text(32),
    phone: Phone,
    userId: IdText,
    externalPhone: Type.Optional(Phone),
  }),
})

export const tellUserStatus = defineCallback({
  id: 'telephony.user-status',
  summary: 'A user is free, busy, at dinner or on a break; the answer is ignored',
  method: 'GET',
  where: 'integrations.telephony.changeUserStatusUrl',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    userId: IdText,
    code: Text(32),
    status: Type.Enum(['free', 'busy', 'dinner', 'break']),
  }),
})

export const fetchRecording = defineCallback({
  id: 'telephony.recording',
  summary: 'The recording of a call, as audio',
  method: 'GET',
  where: 'recordUrl of the call',
  parameters: Type.Object({ clientId: Type.Optional(Type.String()) }),
})

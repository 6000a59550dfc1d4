import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, LocalTimeIn, SuccessWith, Text, WebAddress } from '../base/types.ts'
import { ClientId, Phone } from './callbacks.ts'

export const ExternalId = Text(255)

const Seconds = Type.Integer({ minimum: 0, maximum: 10_000_000 })

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

const upload = {
  summary: 'Upload finished calls, at most 50; a repeated record creates no second call',
  method: 'POST',
  auth: { by: 'api-key', scope: 'telephony_write' },
  body: Type.Object({ calls: Type.Array(CallRecord, { minItems: 1, maxItems: 50 }), clientId: ClientId }),
  status: 200,
  repeatable: true,
  reply: SuccessWith({
    processedCallsCount: Type.Integer(),
    duplicateCalls: Type.Optional(Type.Array(Type.String())),
  }),
  errors: ['telephony_off', 'client_id_unknown', 'module_unclear'],
} as const

export const uploadCalls = defineEndpoint({
  id: 'telephony.upload-calls',
  path: '/api/v5/telephony/calls/upload',
  ...upload,
})
/** Old scripts still call these. */
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

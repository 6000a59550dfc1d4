import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line, SuccessWith, Text } from '../../base/types.ts'
import { WAIT_BOUNDS } from '../histograms.ts'

/** D-07 */
const Limit = Type.Integer({ minimum: 1, maximum: 100_000 })
const LIMITS = { api: Limit, telephony: Limit, payment: Limit, transport: Limit }

/** From a missed call until the task to call back is due. */
const CallbackMinutes = Type.Integer({ minimum: 1, maximum: 10_080 })

/** D-123: a bound of the histogram of waiting times, so that the share of calls within it is exact. */
const ServiceLevelSeconds = Type.Enum(WAIT_BOUNDS)

export const AccountSettings = Type.Object(
  {
    name: Line(),
    country: Line(2),
    currency: Line(3),
    locale: Line(35),
    timezone: Line(64),
    limits: Type.Object(LIMITS, { description: 'requests per second, for each API key or transport' }),
    callbackMinutes: CallbackMinutes,
    serviceLevelSeconds: ServiceLevelSeconds,
  },
  { title: 'AccountSettings' },
)
export type AccountSettings = Static<typeof AccountSettings>

export const getAccountSettings = defineEndpoint({
  id: 'workspace.account.settings',
  summary: 'The name, time zone, currency, language, country and rate limits of the account',
  method: 'GET',
  path: '/workspace/account',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ settings: AccountSettings }),
})

export const changeAccountSettings = defineEndpoint({
  id: 'workspace.account.change',
  summary: 'Update these settings; phones that are already stored are not parsed again',
  method: 'POST',
  path: '/workspace/account',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    locale: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 })),
    timezone: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_+/-]{1,64}$' })),
    name: Type.Optional(Text()),
    limits: Type.Optional(Type.Partial(Type.Object(LIMITS))),
    callbackMinutes: Type.Optional(CallbackMinutes),
    serviceLevelSeconds: Type.Optional(ServiceLevelSeconds),
  }),
  status: 200,
  reply: SuccessWith({ settings: AccountSettings }),
})

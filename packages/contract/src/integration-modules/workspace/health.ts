import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Line, Moment, SuccessWith, Text, WebAddress } from '../../base/types.ts'
import { EndpointHealth } from '../../chats/workspace/webhooks.ts'
import { PaymentSettings } from '../../payments/settings.ts'
import { ExchangeResult } from '../../platform/workspace/traffic.ts'
import { TelephonySettings } from '../../telephony/settings.ts'

// Modules as administrators see them: health, settings and connection.

export const byCode = { params: Type.Object({ code: Code }) }

/** Over at most the 200 latest exchanges. */
const ModuleHealth = Type.Object({
  exchanges: Type.Integer(),
  failed: Type.Integer(),
  medianMs: Type.Integer(),
  since: Moment,
})

export const ModuleSummary = Type.Object({
  code: Code,
  name: Text(),
  logo: Type.Optional(WebAddress),
  active: Type.Boolean(),
  freeze: Type.Boolean(),
  kinds: Type.Array(Type.String()),
  /** D-96: users can only delete the integration. */
  locked: Type.Boolean(),
  accountUrl: Type.Optional(WebAddress),
  lastTraffic: Type.Optional(Type.Object({ at: Moment, ok: Type.Boolean(), result: ExchangeResult })),
  health: Type.Optional(ModuleHealth),
  /** D-49: the circuit breaker is open until then; absent while it is closed. */
  circuitOpenUntil: Type.Optional(Moment),
  /** D-13: whether the module has acknowledged its current state. */
  stateAcknowledged: Type.Boolean(),
})
export type ModuleSummary = Static<typeof ModuleSummary>

export const listModules = defineEndpoint({
  id: 'workspace.modules.list',
  summary: 'The connected modules and their health',
  method: 'GET',
  path: '/workspace/modules',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ modules: Type.Array(ModuleSummary) }),
})

/** Background work for the module that an error of ours stopped or delays, by kind of lane. */
const LaneErrors = Type.Object({
  kind: Line(),
  lanes: Type.Integer(),
  /** Of these, so many are given up until there is new work. */
  givenUp: Type.Integer(),
  lastErrorCode: Line(),
  lastErrorAt: Moment,
})

export const ModuleDetails = Type.Object({
  ...ModuleSummary.properties,
  baseUrl: Type.Optional(WebAddress),
  clientId: Type.Optional(Text(70)),
  apiKeyId: Type.Optional(Line()),
  telephony: Type.Optional(TelephonySettings),
  payment: Type.Optional(PaymentSettings),
  transport: Type.Optional(Type.Object({ webhookUrl: Type.Optional(WebAddress), endpoint: EndpointHealth })),
  /** D-09: until then the previous secret signs as well. */
  oldSecretUntil: Type.Optional(Moment),
  laneErrors: Type.Array(LaneErrors),
})
export type ModuleDetails = Static<typeof ModuleDetails>

export const getModuleDetails = defineEndpoint({
  id: 'workspace.modules.get',
  summary: 'One module, with its settings and without its secrets',
  method: 'GET',
  path: '/workspace/modules/{code}',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  status: 200,
  reply: SuccessWith({ module: ModuleDetails }),
  errors: ['not_found'],
})

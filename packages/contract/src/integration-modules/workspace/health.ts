import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Scope } from '../../base/scopes.ts'
import { Code, Line, Moment, Success, SuccessWith, Text, WebAddress } from '../../base/types.ts'
import { EndpointHealth } from '../../chats/webhooks.ts'
import { PaymentSettings, TelephonySettings } from '../registration.ts'

// Modules as administrators see them: how they fare, what they may do, and how they are connected.

const byCode = { params: Type.Object({ code: Code }) }

/** How the latest exchanges went, at most two hundred of them: a bounded look, however busy the module. */
const ModuleHealth = Type.Object({
  exchanges: Type.Integer(),
  failed: Type.Integer(),
  /** Half of them took no longer. */
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
  accountUrl: Type.Optional(WebAddress),
  lastTraffic: Type.Optional(Type.Object({ at: Moment, ok: Type.Boolean(), verdict: Line(500) })),
  health: Type.Optional(ModuleHealth),
  /** D-49: the breaker is open until then; absent while it is closed. */
  restsUntil: Type.Optional(Moment),
  /** The module was told of its present state (D-13), or since when we have been trying. */
  toldOfState: Type.Boolean(),
})
export type ModuleSummary = Static<typeof ModuleSummary>

export const listModules = defineEndpoint({
  id: 'workspace.modules.list',
  summary: 'The connected modules and how they fare',
  method: 'GET',
  path: '/workspace/modules',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ modules: Type.Array(ModuleSummary) }),
})

export const ModuleDetails = Type.Object({
  ...ModuleSummary.properties,
  baseUrl: Type.Optional(WebAddress),
  clientId: Type.Optional(Text(70)),
  apiKeyId: Type.Optional(Line()),
  telephony: Type.Optional(TelephonySettings),
  payment: Type.Optional(PaymentSettings),
  transport: Type.Optional(Type.Object({ webhookUrl: Type.Optional(WebAddress), endpoint: EndpointHealth })),
  /** D-09: until then the secret before this one signs as well. */
  oldSecretUntil: Type.Optional(Moment),
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

export const rotateModuleSecret = defineEndpoint({
  id: 'workspace.modules.rotate-secret',
  summary: 'Make a new signing secret, shown this one time; the old one signs beside it for a day (D-09)',
  method: 'POST',
  path: '/workspace/modules/{code}/signing-secret',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  status: 201,
  reply: SuccessWith({ secret: Type.String() }),
  errors: ['not_found'],
})

export const switchModule = defineEndpoint({
  id: 'workspace.modules.switch',
  summary: 'Switch a module on or off',
  method: 'POST',
  path: '/workspace/modules/{code}/activity',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  body: Type.Object({ active: Type.Boolean() }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const removeModule = defineEndpoint({
  id: 'workspace.modules.remove',
  summary: 'Delete an integration; the module is told first (D-15)',
  method: 'DELETE',
  path: '/workspace/modules/{code}',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const previewConnection = defineEndpoint({
  id: 'workspace.modules.preview-connection',
  summary: 'Ask a module by its configuration address what it needs (D-14)',
  method: 'POST',
  path: '/workspace/module-connections/preview',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ configUrl: WebAddress }),
  status: 200,
  reply: SuccessWith({ scopes: Type.Array(Scope), unknownScopes: Type.Array(Type.String()), registerUrl: WebAddress }),
  errors: ['url_refused', 'module_unreachable', 'module_answer_invalid'],
})

export const connectModule = defineEndpoint({
  id: 'workspace.modules.connect',
  summary: 'Connect a module in one step: make a key with the granted scopes and hand it over (D-14)',
  method: 'POST',
  path: '/workspace/module-connections',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ registerUrl: WebAddress, secret: Text(255), scopes: Type.Array(Scope, { minItems: 1 }) }),
  status: 200,
  reply: SuccessWith({ accountUrl: Type.Optional(WebAddress) }),
  errors: ['url_refused', 'module_unreachable', 'module_answer_invalid'],
})

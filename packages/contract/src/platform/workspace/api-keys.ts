import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Line, Moment, Scope, Success, SuccessWith, Text } from '../../base/types.ts'

const KeyId = Type.String({ pattern: '^[a-z0-9]{8}$' })

export const ApiKeySummary = Type.Object({
  id: KeyId,
  name: Line(),
  scopes: Type.Array(Scope),
  /** Absent: all shops. */
  sites: Type.Optional(Type.Array(Code)),
  /** D-81: the modules that it acts for; none until the first registration. */
  modules: Type.Array(Code),
  severalModules: Type.Boolean(),
  /** D-161: without a module it may only register one; a key that was made for none acts for all modules until then. */
  forModule: Type.Boolean(),
  createdAt: Moment,
  lastUsedAt: Type.Optional(Moment),
  expiresAt: Type.Optional(Moment),
})
export type ApiKeySummary = Static<typeof ApiKeySummary>

export const listApiKeys = defineEndpoint({
  id: 'workspace.api-keys.list',
  summary: 'List the active API keys, without their secrets',
  method: 'GET',
  path: '/workspace/api-keys',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ apiKeys: Type.Array(ApiKeySummary) }),
})

export const createApiKey = defineEndpoint({
  id: 'workspace.api-keys.create',
  summary: 'Create an API key; it is shown only once',
  method: 'POST',
  path: '/workspace/api-keys',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({
    name: Text(),
    scopes: Type.Array(Scope, { minItems: 1 }),
    sites: Type.Optional(Type.Array(Code, { minItems: 1 })),
    /** D-81: the only module that may use it. */
    moduleCode: Type.Optional(Code),
    /** D-161: for a module whose code is not known yet: until it registers, the key may do little else. */
    forModule: Type.Optional(Type.Boolean()),
  }),
  status: 201,
  reply: SuccessWith({ id: KeyId, apiKey: Type.String() }),
})

export const rotateApiKey = defineEndpoint({
  id: 'workspace.api-keys.rotate',
  summary: 'Rotate an API key: create a new one with the same scopes; the old one works until the overlap ends',
  method: 'POST',
  path: '/workspace/api-keys/{id}/rotate',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: KeyId }),
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: 720, default: 24 }) }),
  status: 201,
  reply: SuccessWith({ id: KeyId, apiKey: Type.String() }),
  errors: ['not_found'],
})

export const revokeApiKey = defineEndpoint({
  id: 'workspace.api-keys.revoke',
  summary: 'Revoke an API key',
  method: 'DELETE',
  path: '/workspace/api-keys/{id}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: KeyId }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const allowSeveralModules = defineEndpoint({
  id: 'workspace.api-keys.allow-several-modules',
  summary: 'Let more than one module register with a key (D-81)',
  method: 'POST',
  path: '/workspace/api-keys/{id}/several-modules',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: KeyId }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const ModuleKey = Type.Object({ moduleCode: Code, id: KeyId, apiKey: Type.String() })
export type ModuleKey = Static<typeof ModuleKey>

export const splitApiKey = defineEndpoint({
  id: 'workspace.api-keys.split',
  summary: 'Make a key for each module of a key; the old key goes on working for the overlap (D-81)',
  method: 'POST',
  path: '/workspace/api-keys/{id}/split',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: KeyId }),
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: 720, default: 24 }) }),
  status: 201,
  reply: SuccessWith({ keys: Type.Array(ModuleKey) }),
  errors: ['not_found', 'key_modules_single'],
})

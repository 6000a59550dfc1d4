import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Line, Moment, Scope, Success, SuccessWith, Text } from '../../base/types.ts'

const KeyId = Type.String({ pattern: '^[a-z0-9]{8}$' })

export const ApiKeySummary = Type.Object({
  id: KeyId,
  name: Line(),
  scopes: Type.Array(Scope),
  /** Absent: every shop. */
  sites: Type.Optional(Type.Array(Code)),
  moduleCode: Type.Optional(Code),
  createdAt: Moment,
  lastUsedAt: Type.Optional(Moment),
  expiresAt: Type.Optional(Moment),
})
export type ApiKeySummary = Static<typeof ApiKeySummary>

export const listApiKeys = defineEndpoint({
  id: 'workspace.api-keys.list',
  summary: 'The live API keys of the account, without their secrets',
  method: 'GET',
  path: '/workspace/api-keys',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ apiKeys: Type.Array(ApiKeySummary) }),
})

export const createApiKey = defineEndpoint({
  id: 'workspace.api-keys.create',
  summary: 'Make an API key; its text is shown this one time',
  method: 'POST',
  path: '/workspace/api-keys',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({
    name: Text(),
    scopes: Type.Array(Scope, { minItems: 1 }),
    sites: Type.Optional(Type.Array(Code, { minItems: 1 })),
    moduleCode: Type.Optional(Code),
  }),
  status: 201,
  reply: SuccessWith({ id: KeyId, apiKey: Type.String() }),
})

export const rotateApiKey = defineEndpoint({
  id: 'workspace.api-keys.rotate',
  summary: 'Make a successor with the same rights; the old key goes on working for the overlap',
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
  summary: 'End a key at once',
  method: 'DELETE',
  path: '/workspace/api-keys/{id}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: KeyId }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { SuccessWith, WebAddress } from '../base/types.ts'
import { byCode } from './registration.ts'

export const updateModuleScopes = defineEndpoint({
  id: 'integration-modules.update-scopes',
  summary: 'Request a key with other scopes (for modules that were connected in one step)',
  method: 'POST',
  path: '/api/v5/integration-modules/{code}/update-scopes',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({ requires: Type.Object({ scopes: Type.Array(Type.String(), { maxItems: 100 }) }) }),
  status: 200,
  reply: SuccessWith({ apiKey: Type.String() }),
  errors: ['not_found', 'no_simple_connection', 'scopes_not_granted', 'key_replaced'],
})

// D-14: the two requests of a one-step connection, before the module is registered.

export const readModuleConfig = defineCallback({
  id: 'integration-modules.config',
  summary: 'Which scopes the module needs, and where it is connected',
  method: 'GET',
  where: 'the configuration URL that an administrator enters',
  parameters: Type.Object({}),
  isUnsigned: true,
  answer: SuccessWith({ scopes: Type.Array(Type.String()), registerUrl: WebAddress }),
})

export const registerAtModule = defineCallback({
  id: 'integration-modules.register',
  summary: 'An administrator connects the module: take the key and register',
  method: 'POST',
  where: 'registerUrl of its configuration',
  parameters: Type.Object({
    register: Type.Object({
      token: Type.String({ description: 'HMAC-SHA256 of apiKey with the secret of the module, in hexadecimal' }),
      apiKey: Type.String(),
      systemUrl: WebAddress,
    }),
  }),
  isUnsigned: true,
  answer: SuccessWith({
    accountUrl: Type.Optional(Type.String({ format: 'uri', description: 'Where the administrator continues' })),
  }),
})

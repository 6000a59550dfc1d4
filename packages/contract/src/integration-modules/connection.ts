import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { SuccessWith } from '../base/types.ts'
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
  errors: ['not_found', 'no_simple_connection', 'scopes_not_granted'],
})

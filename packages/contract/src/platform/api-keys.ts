import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Scope, SuccessWith } from '../base/types.ts'

const credentialsReply = SuccessWith({
  credentials: Type.Array(Type.String()),
  scopes: Type.Array(Scope),
  siteAccess: Type.Enum(['access_full', 'access_selective']),
  sitesAvailable: Type.Array(Type.String()),
})

export const credentials = defineEndpoint({
  id: 'accounts.credentials',
  summary: 'The scopes of this API key',
  method: 'GET',
  path: '/api/credentials',
  auth: { by: 'api-key', scope: null },
  status: 200,
  reply: credentialsReply,
})

/** Some modules request it with a version in the path, as a smoke test. */
export const credentialsV5 = defineEndpoint({
  ...credentials,
  id: 'accounts.credentials-v5',
  path: '/api/v5/credentials',
})

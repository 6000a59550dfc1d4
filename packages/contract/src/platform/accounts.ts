import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Scope } from '../base/scopes.ts'
import { SuccessWith, WebAddress } from '../base/types.ts'

// D-06: the methods without a version in their path.

export const apiVersions = defineEndpoint({
  id: 'accounts.api-versions',
  summary: 'The versions of the integration API',
  method: 'GET',
  path: '/api/api-versions',
  auth: { by: 'api-key', scope: null },
  status: 200,
  reply: SuccessWith({ versions: Type.Array(Type.String()) }),
})

const credentialsReply = SuccessWith({
  credentials: Type.Array(Type.String()),
  scopes: Type.Array(Scope),
  siteAccess: Type.Enum(['access_full', 'access_selective']),
  sitesAvailable: Type.Array(Type.String()),
})

export const credentials = defineEndpoint({
  id: 'accounts.credentials',
  summary: 'What this API key may do',
  method: 'GET',
  path: '/api/credentials',
  auth: { by: 'api-key', scope: null },
  status: 200,
  reply: credentialsReply,
})

/** Some modules ask for it under the version, as a smoke test. */
export const credentialsV5 = defineEndpoint({
  ...credentials,
  id: 'accounts.credentials-v5',
  path: '/api/v5/credentials',
})

export const systemInfo = defineEndpoint({
  id: 'accounts.system-info',
  summary: 'Where this account lives; needs no key',
  method: 'GET',
  path: '/api/system-info',
  auth: { by: 'nobody' },
  status: 200,
  reply: SuccessWith({ systemVersion: Type.String(), publicUrl: WebAddress, technicalUrl: WebAddress }),
})

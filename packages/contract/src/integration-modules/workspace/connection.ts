import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Scope, SuccessWith, Text, WebAddress } from '../../base/types.ts'

export const previewConnection = defineEndpoint({
  id: 'workspace.modules.preview-connection',
  summary: 'Read the scopes that a module needs from its configuration URL (D-14)',
  method: 'POST',
  path: '/workspace/module-connections/preview',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ configUrl: WebAddress }),
  status: 200,
  reply: SuccessWith({
    scopes: Type.Array(Scope),
    unknownScopes: Type.Array(Type.String()),
    registerUrl: WebAddress,
    /** D-83: the modules at that host, which a new connection takes over. */
    connected: Type.Array(Type.Object({ code: Code, name: Text() })),
  }),
  errors: ['url_refused', 'module_unreachable', 'module_answer_invalid'],
})

export const connectModule = defineEndpoint({
  id: 'workspace.modules.connect',
  summary: 'Connect a module in one step: create a key with the granted scopes and send it to the module (D-14)',
  method: 'POST',
  path: '/workspace/module-connections',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ registerUrl: WebAddress, secret: Text(255), scopes: Type.Array(Scope, { minItems: 1 }) }),
  status: 200,
  reply: SuccessWith({ keyId: Type.String(), accountUrl: Type.Optional(WebAddress) }),
  errors: ['url_refused', 'module_unreachable', 'module_answer_invalid'],
})

export const getConnection = defineEndpoint({
  id: 'workspace.modules.get-connection',
  summary: 'Whether a module has registered with the key of a one-step connection (D-83)',
  method: 'GET',
  path: '/workspace/module-connections/{keyId}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ keyId: Type.String() }),
  status: 200,
  reply: SuccessWith({ module: Type.Optional(Type.Object({ code: Code, name: Text() })) }),
  errors: ['not_found'],
})

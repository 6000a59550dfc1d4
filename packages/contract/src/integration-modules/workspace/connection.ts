import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Scope, SuccessWith, Text, WebAddress } from '../../base/types.ts'

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
  summary: 'Connect a module in one step: create a key with the granted scopes and send it to the module (D-14)',
  method: 'POST',
  path: '/workspace/module-connections',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ registerUrl: WebAddress, secret: Text(255), scopes: Type.Array(Scope, { minItems: 1 }) }),
  status: 200,
  reply: SuccessWith({ accountUrl: Type.Optional(WebAddress) }),
  errors: ['url_refused', 'module_unreachable', 'module_answer_invalid'],
})

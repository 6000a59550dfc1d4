import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { SuccessWith } from '../../base/types.ts'
import { byCode } from './health.ts'

export const rotateModuleSecret = defineEndpoint({
  id: 'workspace.modules.rotate-secret',
  summary:
    'Create a new signing secret, shown once; the old one stays valid for a day (D-09). The token of a chat module is replaced at once (D-162)',
  method: 'POST',
  path: '/workspace/modules/{code}/signing-secret',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  status: 201,
  reply: SuccessWith({ secret: Type.String(), transportToken: Type.Optional(Type.String()) }),
  errors: ['not_found', 'module_locked'],
})

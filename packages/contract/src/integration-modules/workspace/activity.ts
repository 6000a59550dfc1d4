import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Success } from '../../base/types.ts'
import { byCode } from './health.ts'

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
  errors: ['not_found', 'module_locked'],
})

export const removeModule = defineEndpoint({
  id: 'workspace.modules.remove',
  summary: 'Delete an integration; the module is notified first (D-15)',
  method: 'DELETE',
  path: '/workspace/modules/{code}',
  auth: { by: 'session', role: 'admin' },
  ...byCode,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

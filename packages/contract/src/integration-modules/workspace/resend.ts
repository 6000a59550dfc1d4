import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Success } from '../../base/types.ts'

export const resendExchange = defineEndpoint({
  id: 'workspace.traffic.resend',
  summary: 'Send a request to a module again, where a repeat is safe',
  method: 'POST',
  path: '/workspace/traffic/{id}/resend',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'resend_unsafe', 'operation_not_waiting', 'module_not_idempotent', 'module_inactive'],
})

import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Success } from '../base/types.ts'
import { UserStatus } from '../platform/users.ts'

export const setUserStatus = defineEndpoint({
  id: 'users.status',
  summary: 'Set the status of a user',
  method: 'POST',
  path: '/api/v5/users/{id}/status',
  auth: { by: 'api-key', scope: 'user_write' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ status: UserStatus }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Moment, SuccessWith } from '../../base/types.ts'
import { UserStatus } from '../../platform/users.ts'

export const setMyStatus = defineEndpoint({
  id: 'workspace.me.status',
  summary: 'Set the status of the signed-in user',
  method: 'POST',
  path: '/workspace/me/status',
  auth: { by: 'session', role: 'manager' },
  body: Type.Object({ status: UserStatus }),
  status: 200,
  reply: SuccessWith({ status: UserStatus, statusSince: Moment }),
})

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, SuccessWith } from '../../base/types.ts'
import { Channel } from '../channels.ts'

/** Read only: the settings are the transport's (C-01, D-64). */
export const listModuleChannels = defineEndpoint({
  id: 'workspace.channels.list',
  summary: 'The channels of a transport and their settings, for administrators',
  method: 'GET',
  path: '/workspace/modules/{code}/channels',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  status: 200,
  reply: SuccessWith({ channels: Type.Array(Channel) }),
  errors: ['not_found'],
})

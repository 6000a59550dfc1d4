import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Line, SuccessWith, Text } from '../../base/types.ts'
import { manager } from './calls.ts'

export const openSoftphone = defineEndpoint({
  id: 'workspace.softphone.open',
  summary: 'Ask the exchange for a link to the softphone of the signed-in user, for the frame in the workspace (D-120)',
  method: 'POST',
  path: '/workspace/telephony/softphone',
  auth: manager,
  body: Type.Object({
    /** The origin of this page: the softphone exchanges messages with it alone. */
    origin: Type.String({ pattern: '^https?://[^/?#]+$', maxLength: 255 }),
  }),
  status: 200,
  reply: SuccessWith({ softphone: Type.Object({ module: Code, code: Line(32), url: Text(2048) }) }),
  errors: ['no_softphone', 'softphone_failed', 'press_throttled'],
})

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith, Text } from '../../base/types.ts'
import { manager } from './calls.ts'

export const startCall = defineEndpoint({
  id: 'workspace.calls.press',
  summary: 'Start a call from the extension of the signed-in user; each request rings at most once',
  method: 'POST',
  path: '/workspace/calls',
  auth: manager,
  body: Type.Object({
    /** The idempotency key, new for each click: a repeat does not ring again. */
    pressId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    phone: Text(64),
    /** The order or customer of the call: its shop decides which external number is shown (T-07). */
    orderId: Type.Optional(Id),
    customerId: Type.Optional(Id),
  }),
  status: 200,
  reply: Success,
  errors: ['no_call_icon', 'call_not_started', 'press_under_way', 'press_throttled'],
})

export const getTelephony = defineEndpoint({
  id: 'workspace.telephony',
  summary: 'Whether the signed-in user may call, and from which extensions (T-05)',
  method: 'GET',
  path: '/workspace/telephony',
  auth: manager,
  status: 200,
  reply: SuccessWith({
    canCall: Type.Boolean(),
    extensions: Type.Array(Type.Object({ module: Code, code: Line(32) })),
    /** D-120: the extension whose exchange brings a softphone into the workspace. */
    softphone: Type.Optional(Type.Object({ module: Code, code: Line(32) })),
  }),
})

import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import { Id } from '@patchbay/contract/base/types'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../deps.ts'
import type { UserCaller } from '../lib/http-in/callers.ts'
import { inputReader } from '../lib/http-in/read-input.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { contentRange, readRange } from '../lib/http-out/byte-range.ts'
import { openRecording } from '../telephony/recordings/actions.ts'

// GET /workspace/calls/{id}/recording: streams audio, with Range, so that a player can seek. A hostile exchange cannot
// serve a page: the content type is ours, sniffing is off, and the sandbox runs nothing.

const recording = defineEndpoint({
  id: 'workspace.calls.recording',
  summary: 'Play the recording of a call',
  method: 'GET',
  path: '/workspace/calls/{id}/recording',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Type.Unknown(),
})

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment; filename="recording"',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
}

export const recordingRoute = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  const read = inputReader(recording)
  app.get('/workspace/calls/:id/recording', { config: { endpoint: recording } }, async (request, reply) => {
    const caller = (await authenticate(recording, request, {})) as UserCaller
    reply.headers(SECURITY_HEADERS)
    const { params } = read({ params: request.params, query: {}, body: {} }).input as { params: { id: number } }
    const { range } = request.headers
    const { type, slice, length, body } = await openRecording(deps, caller, params.id, readRange(range))
    reply.headers({
      'content-type': type,
      'accept-ranges': 'bytes',
      ...(length !== undefined && { 'content-length': length }),
      ...(slice && { 'content-range': contentRange(slice) }),
    })
    return reply.code(slice ? 206 : 200).send(body)
  })
}

import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import { Id } from '@patchbay/contract/base/types'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../deps.ts'
import type { UserCaller } from '../lib/http-in/callers.ts'
import { inputReader } from '../lib/http-in/read-input.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { openExport } from '../platform/exports/actions.ts'

// GET /workspace/exports/{id}/file: the CSV file of an export, streamed.

const file = defineEndpoint({
  id: 'workspace.exports.file',
  summary: 'Download an export',
  method: 'GET',
  path: '/workspace/exports/{id}/file',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Type.Unknown(),
})

export const exportRoute = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  const read = inputReader(file)
  app.get('/workspace/exports/:id/file', { config: { endpoint: file } }, async (request, reply) => {
    const caller = (await authenticate(file, request, {})) as UserCaller
    const { params } = read({ params: request.params, query: {}, body: {} }).input as { params: { id: number } }
    const { name, bytes, body } = await openExport(deps, caller, params.id)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      ...(bytes !== undefined && { 'content-length': bytes }),
    })
    return reply.send(body)
  })
}

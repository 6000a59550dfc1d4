import { downloadAttachment, uploadAttachment } from '@patchbay/contract/crm/attachments'
import type { FastifyInstance } from 'fastify'
import { openAttachment, saveAttachment } from '../crm/attachments/actions.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../lib/errors.ts'
import { readQuery } from '../lib/http-in/body.ts'
import type { KeyCaller } from '../lib/http-in/callers.ts'
import { inputReader } from '../lib/http-in/read-input.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { readBytes } from '../platform/files/service.ts'
import { recordTraffic } from './record-traffic.ts'
import { uploadOnce } from './run.ts'
import { receiveFile } from './uploads.ts'

// D-112: the bytes of files of orders and customers. A download is never shown in a browser: its type is ours, sniffing is
// off, and the sandbox runs nothing.

const readDownload = inputReader(downloadAttachment)
const NO_LISTS: ReadonlySet<string> = new Set()

export const attachmentRoutes = (
  app: FastifyInstance,
  deps: Deps,
  authenticate: RouteContext['authenticate'],
): void => {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.post(uploadAttachment.path, {
      config: { endpoint: uploadAttachment },
      onRequest: async (request) => {
        request.caller = await authenticate(uploadAttachment, request, readQuery(request.url, NO_LISTS))
      },
      handler: async (request, reply) => {
        const caller = request.caller as KeyCaller
        const once = uploadOnce(deps, uploadAttachment, caller, request, reply)
        const source = await receiveFile(request)
        const { filename } = readQuery(request.url, NO_LISTS)
        const name = source.filename ?? (typeof filename === 'string' ? filename : undefined)
        const answer = await saveAttachment(deps, caller, source, name, { once })
        recordTraffic(deps, request, reply, caller.accountId, undefined, answer)
        return reply.send(answer)
      },
    })
    done()
  })
  app.get('/api/v5/files/:id/download', { config: { endpoint: downloadAttachment } }, async (request, reply) => {
    const query = readQuery(request.url, NO_LISTS)
    const caller = (await authenticate(downloadAttachment, request, query)) as KeyCaller
    request.caller = caller
    const { params } = readDownload({ params: request.params, query: {}, body: {} }).input as { params: { id: number } }
    const { fileId, filename, mimeType } = await openAttachment(deps, caller, params.id)
    const bytes = (await readBytes(deps, caller.accountId, fileId)) ?? fail('not_found')
    recordTraffic(deps, request, reply, caller.accountId, undefined, { size: bytes.length })
    reply.headers({
      'content-type': mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    return reply.send(bytes)
  })
}

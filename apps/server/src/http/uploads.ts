import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import { uploadFile } from '@patchbay/contract/platform/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { AppError, fail } from '../lib/errors.ts'
import type { TransportCaller, UserCaller } from '../lib/http-in/callers.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { openLink, saveFile } from '../platform/files/actions.ts'
import { recordTraffic } from './record-traffic.ts'

// Files in and out as bytes. In: raw, whatever the content type says (the older Go client calls every file JSON), or one file
// in a multipart form. Out: by a link that is good for a day.

const fromUser = defineEndpoint({
  ...uploadFile,
  id: 'workspace.files.upload',
  path: '/workspace/files',
  auth: { by: 'session', role: 'manager' },
})
const download = defineEndpoint({
  id: 'files.download',
  summary: 'A file, by its link',
  method: 'GET',
  path: '/files/{id}',
  auth: { by: 'nobody' },
  status: 200,
  reply: Type.Unknown(),
})

const tooLarge = () => new AppError('file_refused', { values: { reason: `it is larger than ${MOST_BYTES} bytes` } })

const readFileField = (request: FastifyRequest, body: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const refuse = (reason: string) => reject(new AppError('file_refused', { values: { reason } }))
    try {
      const parser = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: { files: 1, fileSize: MOST_BYTES, fields: 10 },
      })
      let found: Buffer | undefined
      parser.on('file', (_name, file) => {
        const chunks: Buffer[] = []
        file.on('data', (chunk: Buffer) => chunks.push(chunk))
        file.on('limit', () => reject(tooLarge()))
        file.on('end', () => {
          found = Buffer.concat(chunks)
        })
      })
      parser.on('finish', () => (found ? resolve(found) : refuse('there is no file in the form')))
      parser.on('error', () => refuse('the form is not well-formed multipart'))
      parser.end(body)
    } catch {
      refuse('the boundary of the form is missing')
    }
  })

/** Takes the bytes out of the request: the log of traffic, which is kept of refusals too, is no place for files. */
const takeBytes = (request: FastifyRequest): Promise<Buffer> | Buffer => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.body = undefined
  return request.headers['content-type']?.startsWith('multipart/form-data') ? readFileField(request, body) : body
}

export const uploadRoutes = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // A form is a little larger than its file.
    const bodyLimit = MOST_BYTES + 64 * 1024
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_request: unknown, body: Buffer) => body)
    for (const endpoint of [uploadFile, fromUser])
      scope.post(endpoint.path, { config: { endpoint }, bodyLimit }, async (request, reply) => {
        const caller = (await authenticate(endpoint, request, {})) as TransportCaller | UserCaller
        request.caller = caller
        const answer = await saveFile(deps, caller, await takeBytes(request))
        recordTraffic(deps, request, reply, caller.accountId, 'accepted', answer)
        return reply.send(caller.by === 'session' ? { success: true, ...answer } : answer)
      })
    done()
  })
  app.get('/files/:id', { config: { endpoint: download } }, async (request, reply) => {
    const { accountId } = await authenticate(download, request, {})
    const { id } = request.params as { id: string }
    const query = new URL(request.url, 'http://files').searchParams
    const [expires, signature] = [Number(query.get('expires')), query.get('signature')]
    if (!signature || !Number.isSafeInteger(expires)) return fail('not_found')
    const { file, bytes } = await openLink(deps, accountId, { id, expires, signature })
    const isShown = ['image', 'audio', 'video'].includes(file.kind)
    reply.headers({
      'content-type': file.mimeType,
      'content-disposition': isShown ? 'inline' : 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
    return reply.send(bytes)
  })
}

import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { MOST_BYTES } from '@patchbay/contract/base/constants'
import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import { MOST_IMPORT_BYTES } from '@patchbay/contract/crm/import-constants'
import { ImportUpload } from '@patchbay/contract/crm/workspace/imports'
import { MOST_STATEMENT_BYTES } from '@patchbay/contract/payments/day-constants'
import { StatementUpload } from '@patchbay/contract/payments/workspace/payment-days'
import { uploadFile } from '@patchbay/contract/platform/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { uploadImport } from '../crm/imports/actions.ts'
import type { Deps } from '../deps.ts'
import { AppError, fail } from '../lib/errors.ts'
import { readQuery } from '../lib/http-in/body.ts'
import type { TransportCaller, UserCaller } from '../lib/http-in/callers.ts'
import { inputReader } from '../lib/http-in/read-input.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { uploadStatement } from '../payments/statements/actions.ts'
import { openLink } from '../platform/files/actions.ts'
import { saveFile } from '../platform/files/service.ts'
import { recordTraffic } from './record-traffic.ts'
import { uploadOnce } from './run.ts'

// Uploads and downloads. An upload is the raw body, whatever its content type says (the older Go client calls every
// file JSON), or one file in a multipart form. A download is a link that is valid for a day.

/** A form is a little larger than its file. */
const FORM_BYTES = 64 * 1024

const fromUser = defineEndpoint({
  ...uploadFile,
  id: 'workspace.files.upload',
  path: '/workspace/files',
  auth: { by: 'session', role: 'manager' },
})
const importFile = defineEndpoint({
  id: 'workspace.imports.upload',
  summary: 'Upload a CSV file of customers or orders',
  method: 'POST',
  path: '/workspace/imports',
  auth: { by: 'session', role: 'team-lead' },
  query: ImportUpload,
  status: 201,
  reply: Type.Unknown(),
})
const statementFile = defineEndpoint({
  id: 'workspace.payment-days.upload',
  summary: 'Upload the statement of a day as a CSV file',
  method: 'POST',
  path: '/workspace/payment-statements',
  auth: { by: 'session', role: 'admin' },
  query: StatementUpload,
  status: 200,
  reply: Type.Unknown(),
})
/** Uploads of CSV files, each with its own limit. */
const tables = [
  {
    endpoint: importFile,
    read: inputReader(importFile),
    mostBytes: MOST_IMPORT_BYTES,
    save: (deps: Deps, caller: UserCaller, query: unknown, source: Received) =>
      uploadImport(deps, caller, query as Static<typeof ImportUpload>, source),
  },
  {
    endpoint: statementFile,
    read: inputReader(statementFile),
    mostBytes: MOST_STATEMENT_BYTES,
    save: (deps: Deps, caller: UserCaller, query: unknown, source: Received) =>
      uploadStatement(deps, caller, query as Static<typeof StatementUpload>, source),
  },
]
const download = defineEndpoint({
  id: 'files.download',
  summary: 'Download a file by its link',
  method: 'GET',
  path: '/files/{id}',
  auth: { by: 'nobody' },
  status: 200,
  reply: Type.Unknown(),
})

const refuse = (reason: string) => new AppError('file_refused', { values: { reason } })

/** The name that the client gives the file, if any. */
type Received = AsyncIterable<Buffer> & { filename?: string }

/** The file in a multipart form, while the form is still arriving. */
const fileInForm = (request: FastifyRequest): Promise<Received> =>
  new Promise((resolve, reject) => {
    try {
      const headers = request.headers as BusboyHeaders
      const parser = new Busboy({ headers, limits: { files: 1, fileSize: MOST_BYTES + 1, fields: 10 } })
      let file: Readable | undefined
      const broken = () => {
        const error = refuse('the form is not well-formed multipart')
        file?.destroy(error)
        reject(error)
      }
      parser.on('file', (_name, stream, filename) => {
        file = stream
        resolve(Object.assign(stream.iterator({ destroyOnReturn: false }), filename ? { filename } : {}))
      })
      parser.on('finish', () => reject(refuse('there is no file in the form')))
      parser.on('error', broken)
      // A sender that goes away ends the request without ending the form.
      request.raw.once('close', () => request.raw.complete || broken())
      // The parser never finishes when the headers of a part do not end; with a file, the file has an end of its own.
      request.raw.once('end', () => setImmediate(() => file ?? broken()))
      request.raw.pipe(parser)
    } catch {
      reject(refuse('the boundary of the form is missing'))
    }
  })

export const receiveFile = (request: FastifyRequest, mostBytes = MOST_BYTES): Promise<Received> | Received => {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + FORM_BYTES)
    throw refuse(`it is larger than ${mostBytes} bytes`)
  if (request.headers['content-type']?.startsWith('multipart/form-data')) return fileInForm(request)
  // Destroying the request would close the connection before the answer is sent.
  return request.raw.iterator({ destroyOnReturn: false })
}

export const uploadRoutes = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    for (const endpoint of [uploadFile, fromUser])
      scope.post(endpoint.path, {
        config: { endpoint },
        // Before the body is read: a stranger's file costs nothing.
        onRequest: async (request) => {
          request.caller = await authenticate(endpoint, request, {})
        },
        handler: async (request, reply) => {
          const caller = request.caller as TransportCaller | UserCaller
          const once = uploadOnce(deps, endpoint, caller, request, reply)
          const answer = await saveFile(deps, caller, await receiveFile(request), { once })
          recordTraffic(deps, request, reply, caller.accountId, undefined, answer)
          return reply.send(caller.by === 'session' ? { success: true, ...answer } : answer)
        },
      })
    for (const { endpoint, read, mostBytes, save } of tables)
      scope.post(endpoint.path, {
        config: { endpoint },
        onRequest: async (request) => {
          request.caller = await authenticate(endpoint, request, {})
        },
        handler: async (request, reply) => {
          const { query } = read({ params: {}, query: readQuery(request.url, new Set()), body: {} }).input
          const source = await receiveFile(request, mostBytes)
          return reply.code(endpoint.status).send(await save(deps, request.caller as UserCaller, query, source))
        },
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

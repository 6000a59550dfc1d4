import { type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import type { UploadedFile } from '@patchbay/contract/platform/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { fail } from '../lib/errors.ts'
import { readQuery } from '../lib/http-in/body.ts'
import { actorOf, type KeyCaller, type TransportCaller, type UserCaller } from '../lib/http-in/callers.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import { sha256 } from '../lib/security/digest.ts'
import { contentOf, isIdempotencyKey } from '../platform/idempotency/rules.ts'
import { runAgainIfUnanswered, runOnce } from '../platform/idempotency/service.ts'

const keyOf = (endpoint: Endpoint, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || surfaceOf(endpoint.path) === 'workspace' || typeof key !== 'string')
    return undefined
  return isIdempotencyKey(key) ? key : fail('idempotency_key_invalid')
}

const REPLAYED = ['idempotent-replayed', 'true'] as const
const NO_LISTS: ReadonlySet<string> = new Set()

const contentOfRequest = (request: FastifyRequest): string => {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const path = request.url.split('?')[0] ?? ''
  return contentOf(path, readQuery(request.url, NO_LISTS), body as Record<string, unknown>)
}

/** Runs an action. D-84: with an Idempotency-Key once, and a repeat gets the first answer. */
export const createRun =
  (deps: Deps): RouteContext<Deps>['run'] =>
  async (endpoint, caller, request, reply, perform) => {
    const key = keyOf(endpoint, request)
    if (key === undefined) return perform(deps)
    const once = { caller: actorOf(caller), key, fingerprint: sha256(contentOfRequest(request)) }
    const execute = endpoint.repeatable ? runAgainIfUnanswered : runOnce
    const { replayed, ...answered } = await execute(deps, caller.accountId, once, perform)
    if (replayed) reply.header(...REPLAYED)
    return answered
  }

/** D-84 for uploads: the digest of the file stands for the body. A wrong key is refused before the file is read. */
export const uploadOnce = (
  deps: Deps,
  endpoint: Endpoint,
  caller: KeyCaller | TransportCaller | UserCaller,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const key = keyOf(endpoint, request)
  return async (digest: Buffer, save: () => Promise<UploadedFile>): Promise<UploadedFile> => {
    if (key === undefined) return save()
    const fingerprint = sha256(`${endpoint.path} ${digest.toString('hex')}`)
    const perform = async () => ({ status: endpoint.status, answer: await save() })
    const once = { caller: actorOf(caller), key, fingerprint }
    const { answer, replayed } = await runAgainIfUnanswered(deps, caller.accountId, once, perform)
    if (replayed) reply.header(...REPLAYED)
    return answer as UploadedFile
  }
}

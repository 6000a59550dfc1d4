import { surfaceOf } from '@patchbay/contract/base/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AppError } from '../lib/errors.ts'
import type { Caller } from '../lib/http-in/callers.ts'
import { requestOnWire } from '../lib/http-out/wire-message.ts'
import { redactBody, redactFields, redactUrl } from '../lib/text/redact.ts'
import { canUseModule, moduleOfKey } from '../platform/api-keys/rules.ts'
import type { NewExchange } from '../platform/traffic/batch-store.ts'
import { resultOfRequest } from '../platform/traffic/rules.ts'

/** Paths whose {code} is that of a module. */
const MODULE_PATH = /\/(integration-modules|telephony\/settings?)\/:code/

/**
 * The module a request came from: by what it is about (its path, its clientId, its invoice), and only then by its key, which
 * may serve several modules.
 */
const moduleOf = (caller: Caller | undefined, request: FastifyRequest, accepted: boolean): string | undefined => {
  if (caller?.by === 'transport-token') return caller.moduleCode
  if (caller?.by !== 'api-key') return undefined
  const { code } = (request.params ?? {}) as { code?: string }
  const named = MODULE_PATH.test(request.routeOptions.url ?? '') ? code : undefined
  // A key is bound to a module by the request that registers it: it was not when it was authenticated.
  const ofPath = named !== undefined && (accepted || canUseModule(caller, named)) ? named : undefined
  return request.fromModule ?? ofPath ?? moduleOfKey(caller)
}

const rawOf = ({ rawBody }: FastifyRequest): string | undefined =>
  rawBody === undefined || rawBody === '' ? undefined : redactBody(rawBody)

/** Logs a request from a module with its result. Requests of the workspace are not logged. */
export const recordTraffic = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number | undefined,
  error: Pick<AppError, 'message' | 'fields'> | undefined,
  answer: unknown,
): void => {
  if (accountId === undefined || surfaceOf(request.url) === 'workspace') return
  const moduleCode = moduleOf(request.caller, request, reply.statusCode < 400)
  const hasBody = request.body !== undefined && request.body !== null
  const exchange: NewExchange = {
    at: new Date(Date.now() - reply.elapsedTime),
    direction: 'in',
    ...(moduleCode !== undefined && { moduleCode }),
    ...(request.about !== undefined && { about: request.about }),
    method: request.method,
    url: redactUrl(request.url),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ok: reply.statusCode < 400,
    requestId: request.id,
    sent: requestOnWire(request.headers, hasBody ? undefined : rawOf(request)),
    result: resultOfRequest(error),
    ...(hasBody && { request: redactFields(request.body) }),
    answer: redactFields(answer),
  }
  const { method, routeOptions, about } = request
  const kind = [method, routeOptions.url, reply.statusCode, moduleCode, about].join(' ')
  if (reply.statusCode >= 400 && reply.statusCode < 500) deps.traffic.recordRefused(accountId, exchange, kind)
  else deps.traffic.record(accountId, exchange)
}

import { surfaceOf } from '@patchbay/contract/base/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../lib/http-in/callers.ts'
import { redactFields, redactUrl } from '../lib/security/redact.ts'
import { moduleOfKey } from '../platform/api-keys/rules.ts'
import { resultOfRequest } from '../platform/traffic/rules.ts'
import type { NewExchange } from '../platform/traffic/store.ts'

/** The module a request came from: by its credentials, else by the code in the path. */
const moduleOf = (caller: Caller | undefined, request: FastifyRequest): string | undefined => {
  const { code } = (request.params ?? {}) as { code?: string }
  if (caller?.by === 'transport-token') return caller.moduleCode
  return caller?.by === 'api-key' ? (moduleOfKey(caller) ?? code) : undefined
}

/** Logs a request from a module with its result. Requests of the workspace are not logged. */
export const recordTraffic = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number | undefined,
  errorMessage: string | undefined,
  answer: unknown,
): void => {
  if (accountId === undefined || surfaceOf(request.url) === 'workspace') return
  const moduleCode = moduleOf(request.caller, request)
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
    result: resultOfRequest(errorMessage),
    ...(request.body !== undefined && request.body !== null && { request: redactFields(request.body) }),
    answer: redactFields(answer),
  }
  const { method, routeOptions, about } = request
  const kind = [method, routeOptions.url, reply.statusCode, moduleCode, about].join(' ')
  if (reply.statusCode >= 400 && reply.statusCode < 500) deps.traffic.recordRefused(accountId, exchange, kind)
  else deps.traffic.record(accountId, exchange)
}

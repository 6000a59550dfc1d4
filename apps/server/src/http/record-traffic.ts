import { surfaceOf } from '@patchbay/contract/base/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../lib/http-in/callers.ts'
import { redactFields, redactUrl } from '../lib/security/redact.ts'
import { moduleOfKey } from '../platform/api-keys/rules.ts'

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
  verdict: string,
  answer: unknown,
): void => {
  if (accountId === undefined || surfaceOf(request.url) === 'workspace') return
  const moduleCode = moduleOf(request.caller, request)
  deps.traffic.record(accountId, {
    at: new Date(Date.now() - reply.elapsedTime),
    direction: 'in',
    ...(moduleCode !== undefined && { moduleCode }),
    ...(request.about !== undefined && { about: request.about }),
    method: request.method,
    url: redactUrl(request.url),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ok: reply.statusCode < 400,
    verdict,
    ...(request.body !== undefined && request.body !== null && { request: redactFields(request.body) }),
    answer: redactFields(answer),
  })
}

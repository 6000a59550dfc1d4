import { type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import { errorBody } from '@patchbay/contract/base/error-body'
import { describeMissing } from '@patchbay/contract/base/not-found'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../db/pg-errors.ts'
import { AppError } from '../errors.ts'

// E-01: error responses: always JSON, in the shape of each API, never a stack trace.

const RETRY_SECONDS = 2

/** Fastify's own errors, as error codes of the contract. */
const fromFastify = (error: FastifyError, bodyLimit: number): AppError | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', { values: { limit: bodyLimit } })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('media_type_unknown')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('body_unreadable', { values: { reason: 'its length is not what was announced' } })
    default:
      return error.statusCode && error.statusCode < 500
        ? new AppError('body_unreadable', { values: { reason: error.message } })
        : undefined
  }
}

const toAppError = (error: unknown, bodyLimit: number): AppError => {
  if (error instanceof AppError) return error
  if (isOutage(error)) return new AppError('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  return fromFastify(error as FastifyError, bodyLimit) ?? new AppError('internal', { cause: error })
}

/** D-04: what was looked for, where the path tells; the text itself is the one that clients compare. */
const withMissing = (error: AppError, request: FastifyRequest): AppError => {
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
  if (error.code !== 'not_found' || error.fields || !endpoint || surfaceOf(endpoint.path) !== 'api') return error
  const { by, site } = { ...(request.body as object | undefined), ...(request.query as object) } as Record<
    string,
    unknown
  >
  return new AppError('not_found', {
    fields: describeMissing(endpoint.path, { params: request.params as Record<string, unknown>, by, site }),
  })
}

export type ErrorResponseOptions = {
  bodyLimit: number
  /** D-53: payment routes, where an internal error must never look like a rejection. */
  isMoneyPath: (path: string) => boolean
  /** Whether another method exists at this path: then 405, not 404. */
  isKnownPath: (path: string) => boolean
  seen: (request: FastifyRequest, reply: FastifyReply, error: AppError, body: object) => void
}

export const renderErrors = (
  app: FastifyInstance,
  { bodyLimit, isKnownPath, isMoneyPath, seen }: ErrorResponseOptions,
): void => {
  const softened = (error: AppError, request: FastifyRequest): AppError =>
    error.code === 'internal' && isMoneyPath(request.url.split('?')[0] ?? '')
      ? new AppError('unavailable', { retryAfter: RETRY_SECONDS, cause: error.cause })
      : error
  const send = (request: FastifyRequest, reply: FastifyReply, error: AppError) => {
    const body = errorBody(error, request.url)
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    reply.code(error.status).type('application/json; charset=utf-8')
    seen(request, reply, error, body)
    return reply.send(body)
  }
  app.setErrorHandler((thrown, request, reply) => {
    const error = withMissing(softened(toAppError(thrown, bodyLimit), request), request)
    if (error.status >= 500 && error.code !== 'rate_exceeded') {
      request.log.error({ err: error.cause ?? thrown, req: request }, error.message)
    }
    return send(request, reply, error)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    return send(request, reply, new AppError(isKnownPath(path) ? 'method_not_allowed' : 'method_unknown'))
  })
}

import { type Logger, pino } from 'pino'
import { messageOf } from '../errors.ts'
import { redactText, redactUrl } from '../text/redact.ts'
import { currentRequestId } from './request-id.ts'

export type Log = Logger

// Allow-lists, not block-lists: an unforeseen field does not reach the log. Addresses lose their query
// (keys travel there), errors lose their SQL parameters; what is left is redacted: a path may name a customer by e-mail address.
const serializers = {
  req: (request: { method: string; url: string; id: string }) => ({
    id: request.id,
    method: request.method,
    path: redactUrl(request.url.split('?')[0] ?? ''),
  }),
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  err: (error: Error & { code?: unknown }) => ({
    type: error.name,
    code: error.code,
    message: redactText(messageOf(error)),
    stack: redactText(error.stack ?? ''),
  }),
}

const requestOf = (): object => {
  const requestId = currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

export const createLog = (
  level: string,
  base: Record<string, unknown>,
  destination?: { write: (line: string) => void },
): Log =>
  pino(
    { level, base, serializers, mixin: requestOf, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination(1),
  )

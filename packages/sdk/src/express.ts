import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, writeResponse } from './node.ts'
import { jsonResponse, type RequestHandler } from './request.ts'

type ExpressRequest = IncomingMessage & { body?: unknown }

const BODY_ALREADY_PARSED =
  'The body was parsed before the signature could be verified: mount the module before express.json() and express.urlencoded()'

/** Express middleware. Mount it before any body parser: the signature covers the raw body. */
export const toExpress =
  (handler: RequestHandler) =>
  async (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const raw = Buffer.isBuffer(request.body) ? request.body : undefined
      const hasBody = Number(request.headers['content-length'] ?? 0) > 0
      if (!raw && hasBody && request.readableEnded)
        return writeResponse(response, jsonResponse(500, { success: false, errorMsg: BODY_ALREADY_PARSED }))
      const { method = 'GET', url = '/', headers } = request
      const body = raw ?? (await readBody(request))
      if (!body)
        return writeResponse(response, jsonResponse(413, { success: false, errorMsg: 'The body is too large' }))
      const answer = await handler({ method, url, headers, body })
      if (answer) return writeResponse(response, answer)
      // The next middleware finds the raw body where express.raw() would have put it.
      request.body = body
      next()
    } catch (error) {
      next(error)
    }
  }

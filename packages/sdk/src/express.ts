import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, write } from './node.ts'
import { type Answering, jsonAnswer } from './request.ts'

type ExpressRequest = IncomingMessage & { body?: unknown }

const PARSED =
  'The body was parsed before the signature could be verified: mount the module before express.json() and express.urlencoded()'

/** For Express: a middleware. Mount it before any body parser, since the signature covers the bytes as they came. */
export const toExpress =
  (answering: Answering) =>
  async (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const raw = Buffer.isBuffer(request.body) ? request.body : undefined
      const hasBody = Number(request.headers['content-length'] ?? 0) > 0
      if (!raw && hasBody && request.readableEnded)
        return write(response, jsonAnswer(500, { success: false, errorMsg: PARSED }))
      const { method = 'GET', url = '/', headers } = request
      const body = raw ?? (await readBody(request))
      if (!body) return write(response, jsonAnswer(413, { success: false, errorMsg: 'The body is too large' }))
      const answer = await answering({ method, url, headers, body })
      if (answer) return write(response, answer)
      // Whoever comes next finds the bytes where express.raw() would have put them.
      request.body = body
      next()
    } catch (error) {
      next(error)
    }
  }

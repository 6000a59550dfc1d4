import type { RequestHandler } from './request.ts'

// The few types of Fastify that are used here, so that Fastify is not a dependency of the SDK.
type FastifyRequest = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body?: unknown
}
type FastifyReply = {
  code: (status: number) => FastifyReply
  headers: (headers: Record<string, string>) => FastifyReply
  send: (body: unknown) => FastifyReply
  callNotFound: () => unknown
}
type FastifyScope = {
  removeAllContentTypeParsers: () => unknown
  // Fastify's overloads are cast below, at each use.
  addContentTypeParser: (...parameters: never[]) => unknown
  all: (...parameters: never[]) => unknown
}

type AddParser = (
  type: string,
  options: { parseAs: 'buffer' },
  parser: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
) => unknown

type AddRoute = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => unknown

/** Fastify plugin: `app.register(toFastify(module.handler))`. Other routes of the application are not affected. */
export const toFastify =
  (handler: RequestHandler) =>
  async (scope: FastifyScope): Promise<void> => {
    scope.removeAllContentTypeParsers()
    // The signature covers the raw body.
    const addParser = scope.addContentTypeParser.bind(scope) as AddParser
    addParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const all = scope.all.bind(scope) as AddRoute
    all('/*', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const answer = await handler({ method: request.method, url: request.url, headers: request.headers, body })
      if (!answer) return reply.callNotFound()
      const bytes = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body)
      return reply.code(answer.status).headers(answer.headers).send(bytes)
    })
  }

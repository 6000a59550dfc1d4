import type { Answering } from './request.ts'

// Only the little of Fastify that is used, so that nobody has to install it who does not use it.
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
  // Its overloads cannot be told in fewer words than Fastify's own.
  addContentTypeParser: (...parameters: never[]) => unknown
  all: (...parameters: never[]) => unknown
}

type AddParser = (
  type: string,
  options: { parseAs: 'buffer' },
  parser: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
) => unknown

type AddRoute = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => unknown

/** For Fastify: a plugin, `app.register(toFastify(module.answer))`. Other routes of the application are not touched. */
export const toFastify =
  (answering: Answering) =>
  async (scope: FastifyScope): Promise<void> => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes as they came.
    const addParser = scope.addContentTypeParser.bind(scope) as AddParser
    addParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const all = scope.all.bind(scope) as AddRoute
    all('/*', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const answer = await answering({ method: request.method, url: request.url, headers: request.headers, body })
      if (!answer) return reply.callNotFound()
      const bytes = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body)
      return reply.code(answer.status).headers(answer.headers).send(bytes)
    })
  }

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

// Every request has an id: it is in the header of the answer, in each log entry that is written meanwhile, and in the request
// log. It is always ours: one that a client chose could imitate another request.

const requests = new AsyncLocalStorage<string>()

export const newRequestId = (): string => crypto.randomUUID()

/** Undefined outside of a request: in a worker, at the start. */
export const currentRequestId = (): string | undefined => requests.getStore()

export const REQUEST_ID_HEADER = 'x-request-id'

export const followRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    requests.run(request.id, done)
  })
}

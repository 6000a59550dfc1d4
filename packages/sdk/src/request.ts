import type { RegistrationPart } from './registration.ts'

// Requests and responses without any framework. Adapters: node.ts, fastify.ts, express.ts.

export type ModuleRequest = {
  method: string
  /** Path and query exactly as received: the signature of a GET covers the query string. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

export type ModuleResponse = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Resolves with undefined when the path is not one of the module's. */
export type RequestHandler = (request: ModuleRequest) => Promise<ModuleResponse | undefined>

/** What `serve…` returns: the request handler, and the part of the registration that belongs to it. */
export type IntegrationServer<Settings> = {
  handler: RequestHandler
  registration: (publicUrl: string, more?: Settings) => RegistrationPart
}

/** Refuses a request, with a message for the user of the system. */
export class Refusal extends Error {
  /** 200 refuses the operation; 4xx says that the request itself was wrong. */
  readonly status: number
  /** For chats: general, customer_not_exists, reply_timed_out, spam_suspicion, access_restricted. */
  readonly code: string

  constructor(sentence: string, status = 200, code = 'general') {
    super(sentence)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }
}

/** Ends a handler with a refusal. The message is shown to the user who started the operation. */
export const refuse = (sentence: string, code?: string): never => {
  throw new Refusal(sentence, 200, code)
}

export const jsonResponse = (status: number, body: unknown): ModuleResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const headerOf = (request: ModuleRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Several integrations behind one address: the first that knows the path handles the request. */
export const combine =
  (...parts: readonly { handler: RequestHandler }[]): RequestHandler =>
  async (request) => {
    for (const part of parts) {
      const answer = await part.handler(request)
      if (answer) return answer
    }
    return undefined
  }

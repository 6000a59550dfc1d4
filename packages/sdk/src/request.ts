import type { Part } from './registration.ts'

// What a module is asked and what it answers, free of any framework. Adapters (node.ts, fastify.ts, express.ts) turn
// their framework's words into these.

export type ModuleRequest = {
  method: string
  /** The path with its query, exactly as it arrived: the query of a GET is what was signed. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

export type ModuleAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Answers what is addressed to it; `undefined` means that the path is somebody else's. */
export type Answering = (request: ModuleRequest) => Promise<ModuleAnswer | undefined>

/** What `serve…` makes: something that answers, and what it has to say of itself when the module registers. */
export type Served<Settings> = { answer: Answering; registration: (publicUrl: string, more?: Settings) => Part }

/** Says no, in a sentence that a person can act on. */
export class Refusal extends Error {
  /** 200 says no to what was asked; 4xx says that the question itself was wrong. */
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

/** Ends a handler with a no. The sentence is shown to the user of the system who asked. */
export const refuse = (sentence: string, code?: string): never => {
  throw new Refusal(sentence, 200, code)
}

export const jsonAnswer = (status: number, body: unknown): ModuleAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const headerOf = (request: ModuleRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** One address behind which several served parts live: the first that knows the path answers. */
export const combine =
  (...parts: readonly { answer: Answering }[]): Answering =>
  async (request) => {
    for (const part of parts) {
      const answer = await part.answer(request)
      if (answer) return answer
    }
    return undefined
  }

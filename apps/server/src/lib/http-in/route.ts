import type { Auth, Endpoint, InputOf, PhantomType, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readQuery } from './body.ts'
import type { Caller, CallerOf } from './callers.ts'
import { inputReader } from './read-input.ts'
import { replyChecker } from './reply-check.ts'

// One endpoint and one action make a route. Areas know nothing else about HTTP.

/** What an action may need of HTTP beside its input: the caller's address and the session cookie. */
export type Http = {
  ip: string
  setSession: (token: string) => void
  endSession: () => void
  /** Responds with the endpoint's otherStatus. */
  otherStatus: () => void
  /** The entity the request is about, so that its trace finds the request. */
  about: (what: string) => void
}

export type Action<D, E extends Endpoint> = (
  deps: D,
  caller: CallerOf<E['auth']>,
  input: InputOf<E>,
  http: Http,
) => Promise<ReplyOf<E>>

export type Bind<D> = <A extends Auth, Input, Reply>(
  endpoint: Endpoint & { auth: A } & PhantomType<Input, Reply>,
  action: (deps: D, caller: CallerOf<A>, input: NoInfer<Input>, http: Http) => Promise<NoInfer<Reply>>,
) => void

/** What the app does around every action: authentication, rate limits, logging. */
export type RouteContext = {
  authenticate: (endpoint: Endpoint, request: FastifyRequest, query: Record<string, unknown>) => Promise<Caller>
  setSession: (reply: FastifyReply, token: string | undefined) => void
  observe: (
    endpoint: Endpoint,
    caller: Caller | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: unknown,
  ) => void
  checkReplies: boolean
}

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Parameters of the query that may be repeated: types=a&types=b. */
const listsOf = ({ query }: Endpoint): ReadonlySet<string> =>
  new Set(
    Object.entries(query?.properties ?? {})
      .filter(([, schema]) => (schema as { type?: string }).type === 'array')
      .map(([name]) => name),
  )

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface FastifyRequest {
    caller?: Caller
    about?: string
  }
}

/** The function that areas bind their endpoints with, and the list of bound endpoints. */
export const createBind = <D>(app: FastifyInstance, deps: D, around: RouteContext) => {
  const bound: Endpoint[] = []
  const bind: Bind<D> = (endpoint, action) => {
    const read = inputReader(endpoint)
    const lists = listsOf(endpoint)
    const check = around.checkReplies ? replyChecker(endpoint) : undefined
    bound.push(endpoint)
    app.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      config: { endpoint },
      handler: async (request, reply) => {
        const query = readQuery(request.url, lists)
        const caller = await around.authenticate(endpoint, request, query)
        request.caller = caller
        const body = (request.body ?? {}) as Record<string, unknown>
        const input = read({ params: request.params, query, body })
        let status = endpoint.status
        const http: Http = {
          ip: request.ip,
          setSession: (token) => around.setSession(reply, token),
          endSession: () => around.setSession(reply, undefined),
          otherStatus: () => {
            status = endpoint.otherStatus ?? status
          },
          about: (what) => {
            request.about = what
          },
        }
        const answer = await action(deps, caller as never, input as never, http)
        check?.(answer)
        around.observe(endpoint, caller, request, reply.code(status), answer)
        return reply.send(answer)
      },
    })
  }
  return { bind, bound }
}

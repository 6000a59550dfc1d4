import type { Auth, Endpoint, InputOf, PhantomType, ReplyOf } from '@patchbay/contract/base/endpoint'
import { isReservedPath } from '@patchbay/contract/base/reserved-words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { readQuery } from './body.ts'
import type { Caller, CallerOf } from './callers.ts'
import { inputReader } from './read-input.ts'
import { replyChecker } from './reply-check.ts'

// One endpoint and one action make a route. Areas know nothing else about HTTP.

/** What an action may need of HTTP beside its input: where the request comes from, and its cookies. */
export type Http = {
  ip: string
  userAgent: string
  cookie: (name: string) => string | undefined
  /** Scripts cannot read it. Zero seconds delete it. */
  setCookie: (name: string, value: string, seconds: number) => Promise<void>
  /** Responds with the endpoint's otherStatus. */
  otherStatus: () => void
  /** The entity the request is about, so that its trace finds the request. */
  about: (what: string) => void
  /** The module that the request came from, where the input tells: its clientId, its invoice. */
  from: (moduleCode: string) => void
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

/** The status and the body of a response. */
export type Answered = { status: number; answer: unknown }

/** What the app does around every action: authentication, rate limits, logging. */
export type RouteContext<D = unknown> = {
  authenticate: (endpoint: Endpoint, request: FastifyRequest, query: Record<string, unknown>) => Promise<Caller>
  setCookie: (reply: FastifyReply, accountId: number, name: string, value: string, seconds: number) => Promise<void>
  observe: (
    endpoint: Endpoint,
    caller: Caller | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: unknown,
  ) => void
  checkReplies: boolean
  /** Runs the action; a repeated POST with an Idempotency-Key gets the first answer instead. */
  run: (
    endpoint: Endpoint,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: (deps: D) => Promise<Answered>,
  ) => Promise<Answered>
}

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Parameters of the query that may be repeated: types=a&types=b. */
const listsOf = ({ query }: Endpoint): ReadonlySet<string> =>
  new Set(
    Object.entries(query?.properties ?? {})
      .filter(([, schema]) => (schema as { type?: string }).type === 'array')
      .map(([name]) => name),
  )

/** D-23: exchanges that share a key may name themselves in a header, as our requests to them do. */
const clientIdOf = ({ headers }: FastifyRequest): Record<string, string> => {
  const given = headers.clientid ?? headers['x-client-id']
  return typeof given === 'string' && given !== '' ? { clientId: given } : {}
}

/** D-93: besides the warnings of the action itself. */
const withWarnings = (answer: unknown, unknown: readonly string[]): unknown => {
  if (unknown.length === 0) return answer
  const own = (answer as { warnings?: string[] }).warnings ?? []
  const unkept = unknown.map((path) => `${path} is not kept: there is no such member here`)
  return { ...(answer as object), warnings: [...unkept, ...own] }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface FastifyRequest {
    caller?: Caller
    about?: string
    fromModule?: string
    /** The body as text, for the request log: what could not be read is shown as it came. */
    rawBody?: string
  }
}

/** The function that areas bind their endpoints with, and the list of bound endpoints. */
export const createBind = <D>(app: FastifyInstance, around: RouteContext<D>) => {
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
        if (isReservedPath(endpoint.path, request.url)) fail('method_unknown')
        const query = { ...clientIdOf(request), ...readQuery(request.url, lists) }
        const caller = await around.authenticate(endpoint, request, query)
        request.caller = caller
        const body = (request.body ?? {}) as Record<string, unknown>
        const { input, unknown } = read({ params: request.params, query, body })
        const perform = async (deps: D): Promise<Answered> => {
          let status = endpoint.status
          const http: Http = {
            ip: request.ip,
            userAgent: request.headers['user-agent'] ?? '',
            cookie: (name) => request.cookies[name],
            setCookie: (name, value, seconds) => around.setCookie(reply, caller.accountId, name, value, seconds),
            otherStatus: () => {
              status = endpoint.otherStatus ?? status
            },
            about: (what) => {
              request.about = what
            },
            from: (moduleCode) => {
              request.fromModule = moduleCode
            },
          }
          const answer = withWarnings(await action(deps, caller as never, input as never, http), unknown)
          check?.(answer)
          return { status, answer }
        }
        const { status, answer } = await around.run(endpoint, caller, request, reply, perform)
        around.observe(endpoint, caller, request, reply.code(status), answer)
        return reply.send(answer)
      },
    })
  }
  return { bind, bound }
}

// A chat transport for tests: it registers itself, and validates every exchange with the system against the public
// OpenAPI document of the transport API.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reply } from '@patchbay/testkit/http-client'
import { Compile } from 'typebox/schema'
import type { Side } from './system.ts'
import { DIFFERENCES, type Difference } from './transport-differences.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.0 says nullable where JSON Schema has a type null. */
const withNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNulls(inner)]))
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

const file = import.meta.resolve('@integratop/retailcrm-transport-api-schema/schemas/schema.json')
const DOCUMENT = withNulls(JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))) as { paths: Json; components: Json }
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Json).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    operation: operation as Json,
  })),
)

const follow = (value: unknown): Json => {
  const pointer = (value as { $ref?: string }).$ref
  if (pointer === undefined) return value as Json
  const found = pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json)[key], DOCUMENT)
  return follow(found)
}

const jsonSchema = (value: unknown): Json | undefined => {
  const content = follow(value).content as Record<string, { schema: Json }> | undefined
  return content?.['application/json']?.schema
}

const compiled = new Map<Json, ReturnType<typeof Compile>>()
const errorsOf = (schema: Json, body: unknown): { instancePath: string; keyword: string; message: string }[] => {
  const validator = compiled.get(schema) ?? Compile({ components: DOCUMENT.components, ...schema })
  compiled.set(schema, validator)
  return validator.Check(body) ? [] : [...validator.Errors(body)[1]]
}

/** The differences that occurred. */
export const met = new Set<Difference>()

const hold = (operation: string, part: Difference['part'], schema: Json, body: unknown): void => {
  for (const { instancePath, keyword, message } of errorsOf(schema, body)) {
    const listed = DIFFERENCES.find(
      (one) => one.operation === operation && one.part === part && one.at === instancePath && one.keyword === keyword,
    )
    if (!listed) throw new Error(`${operation}: the ${part} breaks the document at ${instancePath || '/'}: ${message}`)
    met.add(listed)
  }
}

/** The path is below /api/transport/v1. Throws when the exchange is not what the public document says. */
export const holdExchange = (
  method: string,
  path: string,
  body: unknown,
  reply: { status: number; body: unknown },
): void => {
  const bare = path.split('?')[0] ?? ''
  const found = OPERATIONS.find((one) => one.method === method && one.pattern.test(bare))
  // Paths that the document lacks are our additions: the feed of webhooks.
  if (!found) return
  const responses = found.operation.responses as Json
  const { requestBody } = found.operation
  const request = requestBody === undefined ? undefined : jsonSchema(requestBody)
  // A rejected request may be invalid.
  if (request && body !== undefined && reply.status < 400) hold(found.name, 'request', request, body)
  if (reply.status < 400 && !responses[reply.status])
    throw new Error(`${found.name} answers ${reply.status}, which the document does not know`)
  const answer = jsonSchema(responses[reply.status] ?? responses.default)
  if (answer) hold(found.name, 'answer', answer, reply.body)
  if (reply.status >= 400 && !((reply.body as { errors?: string[] }).errors ?? []).some(Boolean))
    throw new Error(`${found.name} refuses with ${reply.status} and gives no reason`)
}

/** What of this body is not as the document's component says: for webhooks, which it has no operations for. */
export const componentErrors = (name: string, body: unknown): string[] =>
  errorsOf({ $ref: `#/components/schemas/${name}` }, body).map((error) => `${error.instancePath} ${error.message}`)

export type Transport = {
  code: string
  token: string
  secret: string
  /** The path is below /api/transport/v1. */
  call: (method: string, path: string, body?: unknown) => Promise<Reply>
  /** A channel that supports everything by default. */
  channel: (settings?: object, more?: object) => Promise<number>
  /** A message of a customer, with its chat. */
  message: (
    channel: number,
    externalId: string,
    more?: { message?: object; customer?: object; chat?: string },
  ) => Promise<number>
}

const actions = { creating: 'both', editing: 'both', quoting: 'both', deleting: 'both', reaction: 'both' }
export const EVERYTHING = {
  text: actions,
  image: actions,
  file: actions,
  product: actions,
  order: actions,
  status: { delivered: 'both', read: 'both' },
}

export const connectTransport = async (
  side: Pick<Side, 'api' | 'stranger'>,
  code: string,
  webhookUrl: string,
): Promise<Transport> => {
  const integrationModule = { code, clientId: `client of ${code}`, integrations: { mgTransport: { webhookUrl } } }
  const registered = await side.api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  const { info } = registered.body as {
    info: { mgTransport: { token: string }; signature: { secret: string } }
  }
  const wire = side.stranger.with({ 'x-transport-token': info.mgTransport.token })
  const call: Transport['call'] = async (method, path, body) => {
    const reply = await wire.send(method, `/api/transport/v1${path}`, {
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    holdExchange(method, path, body, reply)
    return reply
  }
  return {
    code,
    token: info.mgTransport.token,
    secret: info.signature.secret,
    call,
    channel: async (settings = EVERYTHING, more = {}) => {
      const reply = await call('POST', '/channels', { type: 'telegram', name: 'Bot', settings, ...more })
      return (reply.body as { id: number }).id
    },
    message: async (channel, externalId, more = {}) => {
      const reply = await call('POST', '/messages', {
        channel,
        external_chat_id: more.chat ?? 'chat-1',
        customer: { external_id: 'u-1', nickname: 'vera', first_name: 'Vera', ...more.customer },
        message: { type: 'text', external_id: externalId, text: `text of ${externalId}`, ...more.message },
      })
      if (reply.status !== 200) throw new Error(reply.text)
      return (reply.body as { message_id: number }).message_id
    },
  }
}

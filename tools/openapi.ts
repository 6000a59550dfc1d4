import { API_LEVEL } from '@patchbay/contract/base/api-level'
import type { Callback } from '@patchbay/contract/base/callback'
import { type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import { ERRORS, type ErrorCode } from '@patchbay/contract/base/errors'
import { ErrorReply, TransportErrorReply } from '@patchbay/contract/base/types'
import { BYTE_ENDPOINTS, CALLBACKS, ENDPOINTS } from '@patchbay/contract/endpoints'
import type { TObject } from 'typebox'

// The OpenAPI 3.1 document of the two public APIs, generated from the endpoint definitions that the routes use. The
// workspace's private API is not included.

type Json = Record<string, unknown>

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Schemas with a title become components and references. */
const named = (schema: unknown, schemas: Json): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => named(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Json
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, named(value, schemas)]))
  if (typeof title !== 'string') return inner
  schemas[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

const parameters = (place: 'path' | 'query', schema: TObject | undefined, schemas: Json): Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema?.required ?? []) as readonly string[]).includes(name),
    schema: named(clone(property), schemas),
  }))

/** D-02: the same parameters may come as a form, as multipart, or as JSON; nested ones are JSON strings in a form. */
const requestBody = (endpoint: Endpoint, schemas: Json): Json => {
  const schema = named(clone(endpoint.body), schemas) as { properties: Json }
  if (surfaceOf(endpoint.path) === 'transport') return { required: true, content: { 'application/json': { schema } } }
  const nested = Object.entries(endpoint.body?.properties ?? {}).filter(([, field]) =>
    ['object', 'array'].includes((field as { type?: string }).type ?? ''),
  )
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]))
  const form = { schema, ...(nested.length > 0 && { encoding }) }
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form, 'application/json': { schema } },
  }
}

const BYTES = { type: 'string', format: 'binary' }

const bytesBody: Json = {
  required: true,
  content: {
    'application/octet-stream': { schema: BYTES },
    'multipart/form-data': { schema: { type: 'object', properties: { file: BYTES }, required: ['file'] } },
  },
}

const takesIdempotencyKey = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' && !BYTE_ENDPOINTS.includes(endpoint)

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your own, new for each request. A repeat within 24 hours gets the first answer and has no second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** D-09. Signed is `id.timestamp.payload`: the body byte for byte, of a GET the query string as it was sent. */
const SIGNATURE: Json[] = [
  { name: 'webhook-id', description: 'The same in every delivery of a request.', schema: { type: 'string' } },
  { name: 'webhook-timestamp', description: 'Seconds since 1970.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  {
    name: 'webhook-signature',
    description: 'v1, a comma and the Base64 of HMAC-SHA256; several during a rotation, separated by spaces.',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }))

const errorCodes = (endpoint: Endpoint): ErrorCode[] => {
  const own = [...(endpoint.errors ?? [])]
  const auth: Record<Endpoint['auth']['by'], ErrorCode[]> = {
    nobody: [],
    'api-key': ['key_missing', 'key_wrong', 'access_denied', 'rate_exceeded'],
    'transport-token': ['token_wrong', 'rate_exceeded_transport'],
    session: ['sign_in_needed'],
  }
  const input: ErrorCode[] = [
    ...(endpoint.body ? (['parameter_missing', 'entity_invalid'] as const) : []),
    ...(endpoint.query ? (['input_invalid'] as const) : []),
  ]
  const repeat: ErrorCode[] = takesIdempotencyKey(endpoint) ? ['idempotency_key_reused'] : []
  return [...auth[endpoint.auth.by], ...input, ...own, ...repeat, 'account_unknown', 'unavailable']
}

const responses = (endpoint: Endpoint, schemas: Json): Json => {
  const refusal = named(
    {
      ...clone(surfaceOf(endpoint.path) === 'transport' ? TransportErrorReply : ErrorReply),
      title: surfaceOf(endpoint.path) === 'transport' ? 'TransportRefusal' : 'Refusal',
    },
    schemas,
  )
  const refusals = Map.groupBy(errorCodes(endpoint), (code) => ERRORS[code].status)
  const success = {
    description: 'Success',
    content: { 'application/json': { schema: named(clone(endpoint.reply), schemas) } },
  }
  return {
    [endpoint.status]: success,
    ...(endpoint.otherStatus !== undefined && { [endpoint.otherStatus]: success }),
    ...Object.fromEntries(
      [...refusals]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [
          status,
          {
            description: codes.map((code) => ERRORS[code].message).join(' · '),
            content: { 'application/json': { schema: refusal } },
          },
        ]),
    ),
  }
}

const security: Record<Endpoint['auth']['by'], Json[]> = {
  nobody: [],
  'api-key': [{ apiKeyHeader: [] }, { apiKeyQuery: [] }],
  'transport-token': [{ transportToken: [] }],
  session: [],
}

const operation = (endpoint: Endpoint, schemas: Json): Json => ({
  operationId: endpoint.id,
  summary: endpoint.summary,
  tags: [endpoint.id.split('.')[0]],
  security: security[endpoint.auth.by],
  ...(endpoint.auth.by === 'api-key' && endpoint.auth.scope && { 'x-scope': endpoint.auth.scope }),
  parameters: [
    ...parameters('path', endpoint.params, schemas),
    ...parameters('query', endpoint.query, schemas),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(endpoint.body && { requestBody: requestBody(endpoint, schemas) }),
  ...(BYTE_ENDPOINTS.includes(endpoint) && { requestBody: bytesBody }),
  responses: responses(endpoint, schemas),
})

/** The requests that the system sends to modules. */
const webhook = (callback: Callback, schemas: Json): Json => {
  const schema = named(clone(callback.parameters), schemas)
  const content = { 'application/x-www-form-urlencoded': { schema } }
  const answer = callback.answer && {
    content: { 'application/json': { schema: named(clone(callback.answer), schemas) } },
  }
  return {
    [callback.method.toLowerCase()]: {
      operationId: `send.${callback.id}`,
      security: [],
      summary: callback.summary,
      description: `Sent to ${callback.where}, signed after Standard Webhooks.`,
      parameters: [
        ...(callback.method === 'GET' ? parameters('query', callback.parameters, schemas) : []),
        ...SIGNATURE,
      ],
      ...(callback.method === 'POST' && { requestBody: { required: true, content } }),
      responses: { 200: { description: answer ? 'Taken' : 'The answer is ignored', ...answer } },
    },
  }
}

export const openApiDocument = (): Json => {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const endpoint of [...ENDPOINTS, ...BYTE_ENDPOINTS].filter(({ path }) => surfaceOf(path) !== 'workspace')) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patchbay API',
      version: '5',
      'x-api-level': API_LEVEL,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'What telephony, payment and chat modules call. Ids, numbers and booleans are taken in any usual spelling and given out as documented; members that are not documented are ignored.',
    },
    servers: [{ url: 'https://{host}', variables: { host: { default: 'your-account.example' } } }],
    paths,
    webhooks: Object.fromEntries(CALLBACKS.map((callback) => [callback.id, webhook(callback, schemas)])),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
        transportToken: { type: 'apiKey', in: 'header', name: 'X-Transport-Token' },
      },
    },
  }
}

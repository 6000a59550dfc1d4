import { API_LEVEL } from '@patchbay/contract/base/api-level'
import { type Endpoint, surfaceOf } from '@patchbay/contract/base/endpoint'
import { ERRORS, type ErrorCode } from '@patchbay/contract/base/errors'
import { ErrorReply, TransportErrorReply } from '@patchbay/contract/base/types'
import { DESCRIPTIONS } from '@patchbay/contract/descriptions'
import { BYTE_ENDPOINTS, CALLBACKS, ENDPOINTS, STREAM_ENDPOINTS } from '@patchbay/contract/endpoints'
import type { TObject } from 'typebox'
import {
  type Examples,
  type ExamplesOf,
  missingParts,
  readExamples,
  requestExamples,
  responseExamples,
} from './openapi-examples.ts'
import { clone, type Json, jsonInForm, named, parameters } from './openapi-parts.ts'
import { webhook } from './openapi-webhooks.ts'

// The OpenAPI 3.1 document of the two public APIs, generated from the endpoint definitions that the routes use. The
// workspace's private API is not included.

/** The examples of one operation, and where the document keeps those that it repeats. */
type Source = { components: Json; examples: ExamplesOf }

/** The body, or what a POST without one takes as parameters of its query: published clients send either. */
const bodyOf = (endpoint: Endpoint): TObject | undefined =>
  endpoint.body ?? (endpoint.method === 'POST' && !BYTE_ENDPOINTS.includes(endpoint) ? endpoint.query : undefined)

/** D-02: the same parameters may come as JSON, as a form, or as multipart. JSON first: tools write it without knowing `encoding`. */
const requestBody = (endpoint: Endpoint, schemas: Json, { components, examples }: Source): Json => {
  const body = bodyOf(endpoint)
  const schema = named(clone(body), schemas, 'accepted')
  const required = endpoint.body !== undefined
  if (surfaceOf(endpoint.path) === 'transport')
    return { required, content: { 'application/json': { schema, ...requestExamples(examples) } } }
  // The same in three formats, so it is written once.
  const shared = Object.entries(requestExamples(examples).examples ?? {}).map(([status, example]) => {
    const name = `${endpoint.id}.${status}`
    components[name] = example
    return [status, { $ref: `#/components/examples/${name}` }]
  })
  const json = { schema, ...(shared.length > 0 && { examples: Object.fromEntries(shared) }) }
  const form = { ...json, ...jsonInForm(body) }
  return {
    required,
    content: { 'application/json': json, 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
  }
}

const BYTES = { type: 'string', format: 'binary' }

const bytesBody = (examples: ExamplesOf): Json => ({
  required: true,
  content: {
    'application/octet-stream': { schema: BYTES, ...requestExamples(examples) },
    'multipart/form-data': { schema: { type: 'object', properties: { file: BYTES }, required: ['file'] } },
  },
})

const statusesOf = ({ status, otherStatus }: Endpoint): number[] =>
  otherStatus === undefined ? [status] : [status, otherStatus]

/** D-84: of an upload, the digest of the file stands for the body. */
const takesIdempotencyKey = ({ method }: Endpoint): boolean => method === 'POST'

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your own, new for each request. A repeat within 24 hours gets the first answer and has no second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

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
  const repeat: ErrorCode[] = takesIdempotencyKey(endpoint) ? ['idempotency_key_reused', 'idempotency_key_invalid'] : []
  return [...auth[endpoint.auth.by], ...input, ...own, ...repeat, 'account_unknown', 'unavailable']
}

/** 460: some of a list were refused, and the answer says which. */
const successText = (status: number): string => (status < 300 ? 'Success' : 'Some were saved, and some refused')

const success = (endpoint: Endpoint, status: number, schemas: Json, examples: ExamplesOf): Json => {
  const { reply, replyType = 'application/json' } = endpoint
  const schema = endpoint.replyType === undefined ? named(clone(reply), schemas, 'sent') : { type: 'string' }
  return {
    description: successText(status),
    content: { [replyType]: { schema, ...responseExamples(examples, status) } },
  }
}

const responses = (endpoint: Endpoint, schemas: Json, examples: ExamplesOf): Json => {
  const refusal = named(
    {
      ...clone(surfaceOf(endpoint.path) === 'transport' ? TransportErrorReply : ErrorReply),
      title: surfaceOf(endpoint.path) === 'transport' ? 'TransportRefusal' : 'Refusal',
    },
    schemas,
    'sent',
  )
  const refusals = Map.groupBy(errorCodes(endpoint), (code) => ERRORS[code].status)
  return {
    ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, success(endpoint, status, schemas, examples)])),
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

const queryParameters = (endpoint: Endpoint, schemas: Json, examples: ExamplesOf): Json[] => {
  const found = parameters('query', endpoint.query, schemas, examples)
  const mayBeInBody = endpoint.method === 'POST' && endpoint.body === undefined
  return mayBeInBody ? found.map((parameter) => ({ ...parameter, required: false })) : found
}

const operation = (endpoint: Endpoint, description: string, schemas: Json, source: Source): Json => ({
  operationId: endpoint.id,
  summary: endpoint.summary,
  description,
  tags: [endpoint.id.split('.')[0]],
  security: security[endpoint.auth.by],
  ...(endpoint.auth.by === 'api-key' && endpoint.auth.scope && { 'x-scope': endpoint.auth.scope }),
  parameters: [
    ...parameters('path', endpoint.params, schemas, source.examples),
    ...queryParameters(endpoint, schemas, source.examples),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(bodyOf(endpoint) && { requestBody: requestBody(endpoint, schemas, source) }),
  ...(BYTE_ENDPOINTS.includes(endpoint) && { requestBody: bytesBody(source.examples) }),
  responses: responses(endpoint, schemas, source.examples),
})

const OPERATIONS = [...ENDPOINTS, ...BYTE_ENDPOINTS, ...STREAM_ENDPOINTS].filter(
  ({ path }) => surfaceOf(path) !== 'workspace',
)

/** Every operation has a description and an example for each status of success; so has every request to modules. */
const checkComplete = (examples: Examples, descriptions: Readonly<Record<string, string>>): void => {
  const missing = missingParts(
    OPERATIONS.map((endpoint) => ({ id: endpoint.id, statuses: statusesOf(endpoint) })),
    CALLBACKS.map(({ id }) => ({ id: `send.${id}`, statuses: [200] })),
    {
      ...examples,
      webhooks: Object.fromEntries(Object.entries(examples.webhooks).map(([id, one]) => [`send.${id}`, one])),
    },
    descriptions,
  )
  if (missing.length > 0) throw new Error(`the API reference is not complete:\n${missing.join('\n')}`)
}

const sorted = (members: Json): Json => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))

const INFO: Json = {
  title: 'Patchbay API',
  version: '5',
  'x-api-level': API_LEVEL,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  description:
    'What telephony, payment and chat modules call (paths) and are called with (webhooks). Ids, numbers and booleans are taken in any usual spelling and given out as documented; members that are not documented are ignored. Every example was sent to a server and answered by it; ids, times and secrets are replaced.',
}

/** A placeholder: a server writes its own address in its place. */
const SERVERS = [{ url: 'https://{host}', variables: { host: { default: 'your-account.example' } } }]

export const openApiDocument = (
  examples: Examples = readExamples(),
  descriptions: Readonly<Record<string, string>> = DESCRIPTIONS,
): Json => {
  checkComplete(examples, descriptions)
  const [schemas, components]: [Json, Json] = [{}, {}]
  const paths: Record<string, Json> = {}
  for (const endpoint of OPERATIONS) {
    const source = { components, examples: examples.operations[endpoint.id] ?? {} }
    const described = operation(endpoint, descriptions[endpoint.id] ?? '', schemas, source)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described }
  }
  const webhooks = CALLBACKS.map((callback): [string, Json] => {
    const { id } = callback
    return [id, webhook(callback, descriptions[`send.${id}`] ?? '', schemas, examples.webhooks[id] ?? {})]
  })
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: sorted(schemas),
      examples: sorted(components),
      securitySchemes: {
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
        transportToken: { type: 'apiKey', in: 'header', name: 'X-Transport-Token' },
      },
    },
  }
}

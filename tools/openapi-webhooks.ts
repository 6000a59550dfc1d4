import type { Callback } from '@patchbay/contract/base/callback'
import { type ExamplesOf, parameterExample, requestExamples, responseExamples } from './openapi-examples.ts'
import { clone, type Json, jsonInForm, named, parameters } from './openapi-parts.ts'

// The requests that the system sends to modules, as `webhooks` of the OpenAPI document.

/** D-09. Signed is `id.timestamp.payload`: the body byte for byte, of a GET the query string as it was sent. */
const SIGNATURE = [
  {
    name: 'webhook-id',
    description: 'The same in every delivery of a request: a module that has seen it answers again and does nothing.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'When this attempt was signed, in seconds since 1970. Reject what is older than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'v1, a comma and the Base64 of HMAC-SHA256 over id, timestamp and payload joined by dots, with the secret of the registration; several during a rotation, separated by spaces. The payload is the body, of a GET the query string.',
    schema: { type: 'string' },
  },
]

const SEQUENCE = {
  name: 'webhook-sequence',
  description:
    'The number of the event within its chat, rising. An event is sent when the one before it was accepted; repeats have the same number.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
}

const CLIENT_ID = {
  name: 'Clientid',
  description: 'The clientId of the registration: which account sends the event. Absent when the module gave none.',
  schema: { type: 'string' },
  required: false,
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description: 'The key of the operation, the same in every attempt, and the same as webhook-id, which is signed.',
  schema: { type: 'string' },
}

const headers = ({ isUnsigned, isOrdered, hasIdempotencyKey }: Callback, examples: ExamplesOf): Json[] =>
  [
    ...(isUnsigned ? [] : SIGNATURE),
    ...(isOrdered ? [SEQUENCE, CLIENT_ID] : []),
    ...(hasIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ].map((header) => ({
    required: true,
    ...header,
    in: 'header',
    ...parameterExample(examples, 'headers', header.name),
  }))

const requestBody = (callback: Callback, schemas: Json, examples: ExamplesOf): Json => {
  const schema = named(clone(callback.parameters), schemas, 'sent')
  const content = callback.isJson
    ? { 'application/json': { schema, ...requestExamples(examples) } }
    : {
        'application/x-www-form-urlencoded': {
          schema,
          ...jsonInForm(callback.parameters),
          ...requestExamples(examples),
        },
      }
  return { required: true, content }
}

const delivery = ({ isOrdered, isUnsigned }: Callback): string => {
  if (isUnsigned) return 'Not signed: the module has no secret yet.'
  if (isOrdered)
    return 'Signed after Standard Webhooks. In order per chat, at least once: any 2xx accepts, 410 disables the address; other answers and time-outs (15 seconds) are retried over three days.'
  return 'Signed after Standard Webhooks.'
}

export const webhook = (callback: Callback, description: string, schemas: Json, examples: ExamplesOf): Json => {
  const { method, where, answer, answerType = 'application/json' } = callback
  const schema =
    answerType === 'application/json' ? named(clone(answer ?? {}), schemas, 'accepted') : { format: 'binary' }
  const content = { [answerType]: { schema, ...responseExamples(examples, 200) } }
  return {
    [method.toLowerCase()]: {
      operationId: `send.${callback.id}`,
      security: [],
      summary: callback.summary,
      description: `${description}\n\nSent to ${where}. ${delivery(callback)}`,
      parameters: [
        ...(method === 'GET' ? parameters('query', callback.parameters, schemas, examples, 'sent') : []),
        ...headers(callback, examples),
      ],
      ...(method === 'POST' && { requestBody: requestBody(callback, schemas, examples) }),
      responses: {
        200: { description: answer ? 'Accepted' : 'Accepted; the body is ignored', ...(answer && { content }) },
      },
    },
  }
}

import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith } from '../base/types.ts'
import { Exchange, ExchangeResult } from '../platform/workspace/traffic.ts'

// For the author of a module, with the module's own key: receive its requests on a machine without a public address, follow
// its traffic, and cause a request.

/** Of a key with several modules: which one. */
const query = Type.Object({ module: Type.Optional(Code) })

/** One event of the stream GET /api/v5/module/listen. */
export const ListenedRequest = Type.Object(
  {
    id: Line(100),
    method: Type.Enum(['GET', 'POST']),
    url: Line(4096),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Optional(Type.String()),
    totalMs: Type.Integer({ description: 'how long the system waits for the answer' }),
  },
  { title: 'ListenedRequest' },
)
export type ListenedRequest = Static<typeof ListenedRequest>

export const listenToRequests = defineEndpoint({
  id: 'module.listen',
  summary: 'Receive the requests to the module as server-sent events',
  method: 'GET',
  path: '/api/v5/module/listen',
  auth: { by: 'api-key', scope: 'integration_write' },
  query,
  status: 200,
  reply: Type.Unknown(),
  replyType: 'text/event-stream',
  errors: ['access_denied', 'module_not_named'],
})

export const answerListened = defineEndpoint({
  id: 'module.answer',
  summary: 'Answer a request that was received by listening',
  method: 'POST',
  path: '/api/v5/module/answer',
  auth: { by: 'api-key', scope: 'integration_write' },
  query,
  body: Type.Object({
    answer: Type.Object({
      id: Line(100),
      status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
      headers: Type.Optional(Type.Record(Type.String(), Type.String())),
      body: Type.Optional(Type.String()),
      bodyBase64: Type.Optional(
        Type.String({ description: 'in place of body: bytes that are not text, such as audio' }),
      ),
      /** Why the module did not answer, in place of an answer. */
      failed: Type.Optional(Line(500)),
    }),
  }),
  status: 200,
  repeatable: true,
  reply: Success,
  errors: ['access_denied', 'module_not_named'],
})

export const followTraffic = defineEndpoint({
  id: 'module.traffic',
  summary: 'The requests to and from the module since an id, the oldest first, each with its verdict; redacted',
  method: 'GET',
  path: '/api/v5/module/traffic',
  auth: { by: 'api-key', scope: 'integration_read' },
  query: Type.Object({ ...query.properties, sinceId: Type.Optional(Id) }),
  status: 200,
  reply: SuccessWith({ exchanges: Type.Array(Exchange) }),
  errors: ['access_denied', 'module_not_named'],
})

export const triggerCall = defineEndpoint({
  id: 'module.call',
  summary: 'Ask the exchange to start a call from one of its extensions, as the call icon does',
  method: 'POST',
  path: '/api/v5/module/call',
  auth: { by: 'api-key', scope: 'telephony_write' },
  query,
  body: Type.Object({ call: Type.Object({ phone: Line(32) }) }),
  status: 200,
  reply: SuccessWith({ result: ExchangeResult }),
  errors: ['access_denied', 'module_not_named', 'no_call_icon'],
})

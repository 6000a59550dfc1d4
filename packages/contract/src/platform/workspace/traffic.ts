import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, Success, SuccessWith, Text, Uuid } from '../../base/types.ts'

/** The number of the attempt, where a request is one of several: a webhook's delivery. */
const attempt = Type.Optional(Type.Integer())

/** What is wrong with an answer that does not say what was agreed on. */
export const NotUnderstood = Type.Enum([
  'empty',
  'html',
  'not-json',
  'too-long',
  'no-success',
  'no-reason',
  'no-payment-id',
  'payment-id-taken',
  'no-link',
  'relative-link',
  'softphone-link',
  'unknown-status',
  'statement-line',
  'http-status',
  'not-200',
  'not-audio',
])
export type NotUnderstood = Static<typeof NotUnderstood>

/** How a request was judged (D-98): a code with data; the workspace has a sentence for each code. */
export const ExchangeResult = Type.Union([
  /** By us, or by the module that we asked: then with the status of its answer. */
  Type.Object({ code: Type.Literal('accepted'), status: Type.Optional(Type.Integer()) }),
  /** By us. */
  Type.Object({ code: Type.Literal('rejected'), message: Line(500) }),
  /** By the module, in its own words. */
  Type.Object({ code: Type.Literal('refused'), status: Type.Integer(), message: Line(500) }),
  /** `value` is what the answer said in that place. */
  Type.Object({
    code: Type.Literal('not-understood'),
    status: Type.Integer(),
    why: NotUnderstood,
    value: Type.Optional(Line(500)),
  }),
  /** Of the answer only the status counts. */
  Type.Object({ code: Type.Literal('answered'), status: Type.Integer(), attempt }),
  Type.Object({ code: Type.Literal('fetched') }),
  Type.Object({ code: Type.Literal('timeout'), seconds: Type.Number(), attempt }),
  Type.Object({ code: Type.Enum(['circuit-open', 'too-many-requests']), attempt }),
  Type.Object({ code: Type.Enum(['url-refused', 'unsent', 'no-answer']), detail: Line(500), attempt }),
  /** Of an earlier version: an English text. */
  Type.Object({ code: Type.Literal('text'), text: Line(500) }),
])
export type ExchangeResult = Static<typeof ExchangeResult>

/** What we wanted of a module: whether a request can be sent again depends on it. */
export const ExchangePurpose = Type.Object({
  code: Type.Enum([
    'payment.create',
    'payment.approve',
    'payment.cancel',
    'payment.refund',
    'payment.status',
    'payment.statement',
    'call.make',
    'user.status',
    'softphone',
    'module.activity',
    'recording',
    'visitor',
    'webhook',
    'connection',
    'file',
  ]),
  operationId: Type.Optional(Uuid),
  userId: Type.Optional(Id),
})
export type ExchangePurpose = Static<typeof ExchangePurpose>

/** One message as it was on the wire, redacted, so that a signature can be checked. */
export const WireMessage = Type.Object({
  headers: Type.Record(Type.String(), Type.String()),
  bytes: Type.Optional(Type.Integer()),
  /** Of what is signed: the body as it was sent, or the query of a GET. */
  sha256: Type.Optional(Line(64)),
  /** The body in the form in which it was sent. */
  raw: Type.Optional(Type.String()),
})
export type WireMessage = Static<typeof WireMessage>

/** One request to or from a module, as it may be shown: secrets, tokens and phones are already gone (redact.ts). */
const exchangeFields = {
  at: Moment,
  direction: Type.Enum(['in', 'out']),
  moduleCode: Type.Optional(Code),
  method: Line(10),
  url: Line(4096),
  status: Type.Optional(Type.Integer()),
  durationMs: Type.Integer(),
  ok: Type.Boolean(),
  result: ExchangeResult,
  purpose: Type.Optional(ExchangePurpose),
  /** What it led to, where that is known: call/17, invoice/<uuid>, message/55. */
  about: Type.Optional(Line(100)),
  /** x-request-id of the request that it is, or that caused it. */
  requestId: Type.Optional(Line(64)),
  sent: Type.Optional(WireMessage),
  received: Type.Optional(WireMessage),
  request: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  /** Of many refused requests of one kind some are logged: how many this one stands for. */
  requests: Type.Optional(Type.Integer()),
}
export const Exchange = Type.Object({ id: Id, ...exchangeFields })
export type Exchange = Static<typeof Exchange>

export const listTraffic = defineEndpoint({
  id: 'workspace.traffic.list',
  summary: 'List the latest requests to and from modules',
  method: 'GET',
  path: '/workspace/traffic',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({
    module: Type.Optional(Code),
    before: Type.Optional(Id),
    onlyFailed: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: SuccessWith({
    exchanges: Type.Array(Exchange),
    /** Requests of today that were only counted: the log has reached its daily limit. */
    unlogged: Type.Optional(Type.Object({ requests: Type.Integer(), bytesPerDay: Type.Integer() })),
  }),
})

// A link to one exchange, for the author of a module who has no account here.

const auth = { by: 'session', role: 'admin' } as const

const byId = { params: Type.Object({ id: Id }) }

export const TrafficShare = Type.Object(
  { id: Id, createdBy: Line(), createdAt: Moment, expiresAt: Moment },
  { title: 'TrafficShare' },
)

export type TrafficShare = Static<typeof TrafficShare>

export const shareExchange = defineEndpoint({
  id: 'workspace.traffic.share',
  summary: 'Create a link to one exchange that works without signing in, for seven days',
  method: 'POST',
  path: '/workspace/traffic/{id}/shares',
  auth,
  ...byId,
  status: 201,
  reply: SuccessWith({
    share: TrafficShare,
    /** Returned only once; it goes behind the # of the link, which browsers do not send. */
    shareToken: Type.String(),
  }),
  errors: ['not_found'],
})

export const listShares = defineEndpoint({
  id: 'workspace.traffic.shares',
  summary: 'List the active links to an exchange',
  method: 'GET',
  path: '/workspace/traffic/{id}/shares',
  auth,
  ...byId,
  status: 200,
  reply: SuccessWith({ shares: Type.Array(TrafficShare) }),
})

export const revokeShare = defineEndpoint({
  id: 'workspace.traffic.revoke-share',
  summary: 'Revoke a link to an exchange',
  method: 'DELETE',
  path: '/workspace/traffic-shares/{id}',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

/** By POST, so that the token is in no URL and no access log. */
export const readSharedExchange = defineEndpoint({
  id: 'workspace.traffic.shared',
  summary: 'Get the exchange of a link',
  method: 'POST',
  path: '/workspace/shared-exchange',
  auth: { by: 'nobody' },
  body: Type.Object({ shareToken: Text(100) }),
  status: 200,
  reply: SuccessWith({ exchange: Type.Object(exchangeFields), expiresAt: Moment }),
  errors: ['share_gone'],
})

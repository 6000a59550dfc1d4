import Type, { type Static } from 'typebox'
import { WEBHOOK_STATES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Moment, Success, SuccessWith } from '../../base/types.ts'
import { ExchangeResult } from '../../platform/workspace/traffic.ts'

const WebhookState = Type.Enum(WEBHOOK_STATES)

export const Webhook = Type.Object(
  {
    id: Id,
    eventId: Type.String(),
    type: Type.String(),
    chatId: Id,
    /** The customer of the chat. */
    chatName: Type.String(),
    sequence: Type.Integer(),
    state: WebhookState,
    attempts: Type.Integer(),
    createdAt: Moment,
    doneAt: Type.Optional(Moment),
  },
  { title: 'Webhook' },
)

export type Webhook = Static<typeof Webhook>

const Attempt = Type.Object({
  at: Moment,
  ok: Type.Boolean(),
  status: Type.Optional(Type.Integer()),
  durationMs: Type.Integer(),
  result: ExchangeResult,
  answer: Type.Optional(Type.String()),
})

/** Why an endpoint was disabled: it answered 410 Gone, or gave nothing but failures for so many hours. */
const DisableReason = Type.Union([
  Type.Object({ code: Type.Literal('gone') }),
  Type.Object({ code: Type.Literal('failing'), hours: Type.Integer() }),
])

export type DisableReason = Static<typeof DisableReason>

/** The health of a transport's endpoint. */
export const EndpointHealth = Type.Object(
  {
    state: Type.Enum(['well', 'failing', 'resting', 'disabled', 'off', 'asks']),
    /** Absent: the transport polls the feed. */
    url: Type.Optional(Type.String()),
    failures: Type.Integer(),
    failingSince: Type.Optional(Moment),
    circuitOpenUntil: Type.Optional(Moment),
    disabledAt: Type.Optional(Moment),
    disabledBecause: Type.Optional(DisableReason),
  },
  { title: 'EndpointHealth' },
)

export type EndpointHealth = Static<typeof EndpointHealth>

const auth = { by: 'session', role: 'admin' } as const

const byCode = { params: Type.Object({ code: Code }) }

const byId = { params: Type.Object({ id: Id }) }

export const listWebhooks = defineEndpoint({
  id: 'workspace.webhooks.list',
  summary: 'The webhooks of a transport, newest first, and the health of its endpoint',
  method: 'GET',
  path: '/workspace/modules/{code}/webhooks',
  auth,
  ...byCode,
  query: Type.Object({
    state: Type.Optional(WebhookState),
    chat: Type.Optional(Id),
    since: Type.Optional(Moment),
    until: Type.Optional(Moment),
    before: Type.Optional(Id),
  }),
  status: 200,
  reply: SuccessWith({ webhooks: Type.Array(Webhook), health: EndpointHealth }),
  errors: ['not_found'],
})

export const getWebhook = defineEndpoint({
  id: 'workspace.webhooks.get',
  summary: 'One webhook: its body, every attempt, and when the next one is',
  method: 'GET',
  path: '/workspace/webhooks/{id}',
  auth,
  ...byId,
  status: 200,
  reply: SuccessWith({
    webhook: Webhook,
    body: Type.String(),
    tries: Type.Array(Attempt),
    /** While it is the first of its chat. */
    nextTryAt: Type.Optional(Moment),
    /** While it waits for an earlier event of its chat. */
    waitsFor: Type.Optional(Id),
  }),
  errors: ['not_found'],
})

export const resendWebhook = defineEndpoint({
  id: 'workspace.webhooks.resend',
  summary: 'Send a webhook again, or now if it waits, with the same webhook-id',
  method: 'POST',
  path: '/workspace/webhooks/{id}/resend',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const replayWebhooks = defineEndpoint({
  id: 'workspace.webhooks.replay',
  summary: 'Send all webhooks since a time again, in order',
  method: 'POST',
  path: '/workspace/modules/{code}/webhooks/replay',
  auth,
  ...byCode,
  body: Type.Object({ from: Moment }),
  status: 200,
  reply: SuccessWith({ count: Type.Integer() }),
  errors: ['not_found'],
})

export const enableWebhooks = defineEndpoint({
  id: 'workspace.webhooks.enable',
  summary: 'Enable a disabled endpoint; pending webhooks are sent first',
  method: 'POST',
  path: '/workspace/modules/{code}/webhooks/enable',
  auth,
  ...byCode,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

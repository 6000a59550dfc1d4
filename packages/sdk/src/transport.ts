import type { TransportSettings } from '@patchbay/contract/chats/settings'
import { type ActivityOptions, activityRoute } from './activity.ts'
import { trimTrailingSlash } from './registration.ts'
import { type IntegrationServer, jsonResponse, Refusal } from './request.ts'
import { createRequestHandler, type Route } from './request-handler.ts'
import type { MessageSentResult, WebhookData, WebhookType } from './shapes.ts'
import { findProblem, type Shape } from './validation.ts'

export type WebhookContext = { clientId: string; key: string; at: Date }

type WebhookHandler<Type extends WebhookType, Result = void> = (
  data: WebhookData[Type],
  context: WebhookContext,
) => Result | Promise<Result>

export type TransportHandlers = ActivityOptions & {
  /** Delivers the message to the customer; returns the messenger's own id of it. */
  messageSent: WebhookHandler<'message_sent', MessageSentResult>
  messageUpdated?: WebhookHandler<'message_updated'>
  messageDeleted?: WebhookHandler<'message_deleted'>
  messageRead?: WebhookHandler<'message_read'>
  reactionAdd?: WebhookHandler<'reaction_add'>
  reactionDelete?: WebhookHandler<'reaction_delete'>
  /** Path prefix of the callbacks; /transport by default. */
  path?: string
}

const CONVERSATION: Shape = { external_user_id: 'text', channel_id: 'number' }
const MESSAGE: Shape = { ...CONVERSATION, external_message_id: 'text' }
const SHAPES: Readonly<Record<WebhookType, Shape>> = {
  message_sent: { ...CONVERSATION, id: 'number', type: 'text' },
  message_updated: MESSAGE,
  message_deleted: MESSAGE,
  message_read: MESSAGE,
  reaction_add: { ...MESSAGE, new_reaction: 'text', all_reactions: 'list' },
  reaction_delete: { ...MESSAGE, all_reactions: 'list' },
}

const isKnown = (type: unknown): type is WebhookType => typeof type === 'string' && Object.hasOwn(SHAPES, type)

type AnyHandler = (data: never, context: WebhookContext) => unknown

const webhookRoute = (path: string, handlers: TransportHandlers): Route => {
  const byType: Readonly<Record<WebhookType, AnyHandler | undefined>> = {
    message_sent: handlers.messageSent,
    message_updated: handlers.messageUpdated,
    message_deleted: handlers.messageDeleted,
    message_read: handlers.messageRead,
    reaction_add: handlers.reactionAdd,
    reaction_delete: handlers.reactionDelete,
  }
  return {
    method: 'POST',
    path,
    runOnce: true,
    handle: async ({ parameters, clientId, key }) => {
      const { type, data } = parameters
      // Existing modules answer 422 to a type that they do not support.
      const handler = isKnown(type) ? byType[type] : undefined
      if (!isKnown(type) || !handler)
        throw new Refusal(`Webhooks of type "${String(type)}" are not supported here`, 422)
      const meta = parameters.meta as { timestamp?: unknown } | undefined
      const problem = findProblem('meta', meta, { timestamp: 'number' }) ?? findProblem('data', data, SHAPES[type])
      if (problem !== undefined) throw new Refusal(problem, 400)
      const result = await handler(data as never, { clientId, key, at: new Date(Number(meta?.timestamp) * 1000) })
      return jsonResponse(200, type === 'message_sent' ? { async: false, ...(result as MessageSentResult) } : {})
    },
  }
}

/** The webhooks of chats (docs/spec: interface 6.3, wire-habits 5.4). */
export const serveTransport = (
  handlers: TransportHandlers,
): IntegrationServer<Omit<TransportSettings, 'webhookUrl'>> => {
  const { path = '/transport' } = handlers
  const routes = [activityRoute(handlers, `${path}/activity`), webhookRoute(`${path}/webhook`, handlers)]
  return {
    // A refused message is a 200 with an error in the body: the system would retry any other status for days.
    handler: createRequestHandler(handlers, routes, ({ status, message, code }) =>
      jsonResponse(status, { error: { code, message }, ...(status === 200 && { async: false }) }),
    ),
    registration: (publicUrl, more) => ({
      baseUrl: publicUrl,
      actions: { activity: `${path}/activity` },
      integrations: { mgTransport: { webhookUrl: `${trimTrailingSlash(publicUrl)}${path}/webhook`, ...more } },
    }),
  }
}

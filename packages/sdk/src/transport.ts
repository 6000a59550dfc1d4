import type { TransportSettings } from '@patchbay/contract/chats/settings'
import { activityRoute, type WithActivity } from './activity.ts'
import { openDoor, type Route } from './door.ts'
import { withoutSlash } from './registration.ts'
import { jsonAnswer, Refusal, type Served } from './request.ts'
import { type Shape, whyNot } from './shape.ts'
import type { MessageSent, WebhookData, WebhookType } from './shapes.ts'

export type WebhookContext = { clientId: string; key: string; at: Date }

type WebhookHandler<Type extends WebhookType, Result = void> = (
  data: WebhookData[Type],
  context: WebhookContext,
) => Result | Promise<Result>

export type TransportHandlers = WithActivity & {
  /** Gives the message to the client; the answer carries the messenger's own id of it. */
  messageSent: WebhookHandler<'message_sent', MessageSent>
  messageUpdated?: WebhookHandler<'message_updated'>
  messageDeleted?: WebhookHandler<'message_deleted'>
  messageRead?: WebhookHandler<'message_read'>
  reactionAdd?: WebhookHandler<'reaction_add'>
  reactionDelete?: WebhookHandler<'reaction_delete'>
  /** Where the addresses live under the module's own. */
  path?: string
}

const PLACE: Shape = { external_user_id: 'text', channel_id: 'number' }
const POINT: Shape = { ...PLACE, external_message_id: 'text' }
const SHAPES: Readonly<Record<WebhookType, Shape>> = {
  message_sent: { ...PLACE, id: 'number', type: 'text' },
  message_updated: POINT,
  message_deleted: POINT,
  message_read: POINT,
  reaction_add: { ...POINT, new_reaction: 'text', all_reactions: 'list' },
  reaction_delete: { ...POINT, all_reactions: 'list' },
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
    effect: true,
    act: async ({ parameters, clientId, key }) => {
      const { type, data } = parameters
      // 422 is what modules of this field answer to a type that they do not support.
      const handler = isKnown(type) ? byType[type] : undefined
      if (!isKnown(type) || !handler)
        throw new Refusal(`Webhooks of type "${String(type)}" are not supported here`, 422)
      const meta = parameters.meta as { timestamp?: unknown } | undefined
      const complaint = whyNot('meta', meta, { timestamp: 'number' }) ?? whyNot('data', data, SHAPES[type])
      if (complaint !== undefined) throw new Refusal(complaint, 400)
      const result = await handler(data as never, { clientId, key, at: new Date(Number(meta?.timestamp) * 1000) })
      return jsonAnswer(200, type === 'message_sent' ? { async: false, ...(result as MessageSent) } : {})
    },
  }
}

/** The webhooks of chats (docs/spec: interface 6.3, wire-habits 5.4). */
export const serveTransport = (handlers: TransportHandlers): Served<Omit<TransportSettings, 'webhookUrl'>> => {
  const { path = '/transport' } = handlers
  const routes = [activityRoute(handlers, `${path}/activity`), webhookRoute(`${path}/webhook`, handlers)]
  return {
    // A no to a message is an answer with an error inside: any other status would be repeated for days.
    answer: openDoor(handlers, routes, ({ status, message, code }) =>
      jsonAnswer(status, { error: { code, message }, ...(status === 200 && { async: false }) }),
    ),
    registration: (publicUrl, more) => ({
      baseUrl: publicUrl,
      actions: { activity: `${path}/activity` },
      integrations: { mgTransport: { webhookUrl: `${withoutSlash(publicUrl)}${path}/webhook`, ...more } },
    }),
  }
}

import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Moment } from '../base/types.ts'

// Webhook events of transports (D-69, D-70): the feed for those that cannot receive webhooks.

export const FeedEvent = Type.Object(
  {
    /** Pass it to get the events after this one. */
    cursor: Type.Integer(),
    /** The webhook-id: the same in every delivery of this event. */
    id: Type.String(),
    /** The event's number within its chat. */
    sequence: Type.Integer(),
    chat_id: Id,
    created_at: Moment,
    /** The body, byte for byte as it is sent. */
    body: Type.String(),
  },
  { title: 'FeedEvent' },
)
export type FeedEvent = Static<typeof FeedEvent>

export const readFeed = defineEndpoint({
  id: 'webhooks.feed',
  summary: 'Poll the webhook events, in the same order, for transports that cannot receive webhooks',
  method: 'GET',
  path: '/api/transport/v1/webhooks',
  auth: { by: 'transport-token' },
  query: Type.Object({
    after: Type.Integer({ minimum: 0, default: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  }),
  status: 200,
  reply: Type.Object({ events: Type.Array(FeedEvent), cursor: Type.Integer() }),
})

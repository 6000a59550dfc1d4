import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Moment } from '../base/types.ts'

// What transports are told (D-69, D-70): the feed for those that cannot be called, and the log for administrators.

export const FeedEvent = Type.Object(
  {
    /** To ask for what comes after it. */
    cursor: Type.Integer(),
    /** The webhook-id: the same event never has another. */
    id: Type.String(),
    /** Counts the events of a chat. */
    sequence: Type.Integer(),
    chat_id: Id,
    created_at: Moment,
    /** The body as it is sent, in the very same words. */
    body: Type.String(),
  },
  { title: 'FeedEvent' },
)
export type FeedEvent = Static<typeof FeedEvent>

export const readFeed = defineEndpoint({
  id: 'webhooks.feed',
  summary: 'The same events in the same order by asking, for transports that cannot be called',
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

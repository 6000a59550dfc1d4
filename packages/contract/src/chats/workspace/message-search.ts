import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith } from '../../base/types.ts'
import { auth } from './conversations.ts'

const MOST_FOUND = 50

export const FoundMessage = Type.Object(
  {
    id: Id,
    chatId: Id,
    name: Type.String({ description: 'of the customer, as in the list of conversations' }),
    customerId: Type.Optional(Id),
    text: Type.String({ description: 'the text around the first word that was found' }),
    originator: Type.Enum(['customer', 'channel', 'user']),
    userId: Type.Optional(Id),
    at: Moment,
  },
  { title: 'FoundMessage' },
)
export type FoundMessage = Static<typeof FoundMessage>

export const searchMessages = defineEndpoint({
  id: 'workspace.messages.search',
  summary: 'Find messages of the last year by their words; the last word may be the beginning of one',
  method: 'GET',
  path: '/workspace/messages/search',
  auth,
  query: Type.Object({
    text: Line(200),
    limit: Type.Integer({ minimum: 1, maximum: MOST_FOUND, default: 20 }),
  }),
  status: 200,
  reply: SuccessWith({
    messages: Type.Array(FoundMessage, { description: 'newest first' }),
    more: Type.Boolean({ description: 'there may be more: a longer text finds them' }),
  }),
})

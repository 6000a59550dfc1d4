import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Success, SuccessWith, Text, Uuid } from '../../base/types.ts'
import { Item } from '../messages.ts'
import { auth, byId } from './conversations.ts'

/** What a message is for: it carries the payment link of an invoice, or it is a proposal. */
const NewPurpose = Type.Union([
  Type.Object({ kind: Type.Literal('payment-link'), invoiceId: Uuid, orderId: Id }),
  Type.Object({ kind: Type.Literal('proposal') }),
])
export type NewPurpose = Static<typeof NewPurpose>

export const writeMessage = defineEndpoint({
  id: 'workspace.messages.write',
  summary: 'Write to the customer',
  method: 'POST',
  path: '/workspace/chats/{id}/messages',
  auth,
  ...byId,
  body: Type.Object({
    text: Type.Optional(Line(65_535)),
    items: Type.Optional(Type.Array(Item, { maxItems: 20 })),
    quoteId: Type.Optional(Id),
    purpose: Type.Optional(NewPurpose),
    /** Creates a task that waits for the customer's answer; their 👍 on the message completes it. */
    awaitAnswer: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: SuccessWith({ id: Id }),
  errors: ['entity_invalid', 'not_found', 'channel_inactive', 'channel_cannot', 'file_unknown', 'message_not_sent'],
})

export const rewriteMessage = defineEndpoint({
  id: 'workspace.messages.edit',
  summary: 'Change a message that one has written',
  method: 'PUT',
  path: '/workspace/messages/{id}',
  auth,
  ...byId,
  body: Type.Object({ text: Text(65_535) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'channel_inactive', 'channel_cannot', 'message_not_sent'],
})

export const withdrawMessage = defineEndpoint({
  id: 'workspace.messages.delete',
  summary: 'Delete a message that one has written',
  method: 'DELETE',
  path: '/workspace/messages/{id}',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found', 'channel_inactive', 'channel_cannot', 'message_not_sent'],
})

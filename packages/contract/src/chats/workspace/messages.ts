import Type, { type Static } from 'typebox'
import { MAX_SUGGESTIONS } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { AmountIn, Id, Line, Success, SuccessWith, Text, Uuid, WebAddress } from '../../base/types.ts'
import { Suggestion } from '../message-cards.ts'
import { Item } from '../messages.ts'
import { auth, byId } from './conversations.ts'

/** What a message is for: it carries the payment link of an invoice, or it is a proposal. */
const NewPurpose = Type.Union([
  Type.Object({ kind: Type.Literal('payment-link'), invoiceId: Uuid, orderId: Id }),
  Type.Object({ kind: Type.Literal('proposal') }),
])
export type NewPurpose = Static<typeof NewPurpose>

/** A product as a manager enters it, or chooses it from an order. */
const ProductDraft = Type.Object({
  name: Text(),
  article: Type.Optional(Line(128)),
  url: Type.Optional(WebAddress),
  img: Type.Optional(WebAddress),
  price: Type.Optional(AmountIn),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'of the price' })),
  quantity: Type.Optional(AmountIn),
  unit: Type.Optional(Line(16)),
})
export type ProductDraft = Static<typeof ProductDraft>

const Values = Type.Array(Text(1_024), { maxItems: 100, default: [] })

/** A template of the channel with a value for each of its variables. */
const TemplateDraft = Type.Object({
  code: Text(512),
  header: Values,
  body: Values,
  buttons: Type.Array(Values, { maxItems: 20, default: [] }),
})
export type TemplateDraft = Static<typeof TemplateDraft>

export const writeMessage = defineEndpoint({
  id: 'workspace.messages.write',
  summary: 'Write to the customer: a text, files, a product, an order or a template',
  method: 'POST',
  path: '/workspace/chats/{id}/messages',
  auth,
  ...byId,
  body: Type.Object({
    text: Type.Optional(Line(65_535)),
    items: Type.Optional(Type.Array(Item, { maxItems: 20 })),
    product: Type.Optional(ProductDraft),
    /** The card of this order, which is one of the customer. */
    orderId: Type.Optional(Id),
    template: Type.Optional(TemplateDraft),
    /** Quick replies below a text. */
    suggestions: Type.Optional(Type.Array(Suggestion, { maxItems: MAX_SUGGESTIONS })),
    quoteId: Type.Optional(Id),
    purpose: Type.Optional(NewPurpose),
    /** Creates a task that waits for the customer's answer; their 👍 on the message completes it. */
    awaitAnswer: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  reply: SuccessWith({ id: Id }),
  errors: [
    'entity_invalid',
    'not_found',
    'channel_inactive',
    'channel_cannot',
    'file_unknown',
    'message_not_sent',
    'template_unknown',
  ],
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

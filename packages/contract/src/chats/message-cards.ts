import Type, { type Static } from 'typebox'
import { SUGGESTION_TYPES } from '../base/constants.ts'
import { Line, Moment, Text, WebAddress } from '../base/types.ts'

// D-116: products, orders, templates and quick replies in messages, as the webhook message_sent carries them.

export const Cost = Type.Object({
  value: Type.Number({ minimum: 0 }),
  currency: Type.String({ minLength: 3, maxLength: 3 }),
})

const Quantity = Type.Object({ value: Type.Number({ minimum: 0 }), unit: Line(16) })

export const MessageProduct = Type.Object(
  {
    id: Type.Integer({ minimum: 0, description: '0: it is in no catalogue' }),
    name: Text(),
    article: Type.Optional(Line(128)),
    url: Type.Optional(WebAddress),
    img: Type.Optional(WebAddress),
    cost: Type.Optional(Cost),
    unit: Type.Optional(Line(16)),
    quantity: Type.Optional(Quantity),
  },
  { title: 'MessageProduct' },
)
export type MessageProduct = Static<typeof MessageProduct>

export const MessageOrder = Type.Object(
  {
    external_id: Type.Integer({ description: 'The id of the order' }),
    number: Line(),
    date: Moment,
    cost: Cost,
    discount: Type.Optional(Cost),
    status: Type.Object({ code: Type.String({ description: 'The group of the status' }), name: Line() }),
    delivery: Type.Optional(Type.Object({ name: Line(), price: Cost, address: Line(1_000) })),
    payments: Type.Array(
      Type.Object({
        name: Line(),
        status: Type.Object({
          name: Line(),
          paid: Type.Boolean(),
          payed: Type.Boolean({ description: 'The same: the OpenAPI document and the clients spell it differently' }),
        }),
        amount: Cost,
      }),
    ),
    items: Type.Array(Type.Object({ name: Line(), quantity: Quantity, price: Cost })),
  },
  { title: 'MessageOrder' },
)
export type MessageOrder = Static<typeof MessageOrder>

export type SuggestionType = (typeof SUGGESTION_TYPES)[number]

export const Suggestion = Type.Object(
  {
    type: Type.Enum(SUGGESTION_TYPES, {
      description: 'text: the title is the reply; url: a link; phone, email: the customer is asked for theirs',
    }),
    title: Type.Optional(Line(100)),
    payload: Type.Optional(Line(2048)),
  },
  { title: 'Suggestion' },
)
export type Suggestion = Static<typeof Suggestion>

const Args = Type.Array(Type.String())

export const SentTemplate = Type.Object(
  {
    code: Text(512),
    category: Line(),
    /** The older name of variables.body.args. */
    args: Args,
    variables: Type.Object({
      header: Type.Optional(Type.Object({ type: Type.Literal('text'), args: Args })),
      body: Type.Object({ args: Args }),
      buttons: Type.Optional(
        Type.Array(Type.Object({ type: Type.String(), title: Type.String(), args: Type.Optional(Args) })),
      ),
    }),
  },
  { title: 'SentTemplate' },
)
export type SentTemplate = Static<typeof SentTemplate>

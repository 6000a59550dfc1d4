import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { Amount, Id, Uuid, WebAddress } from '../base/types.ts'
import { RefundStatus } from './statuses.ts'

// Callbacks to payment modules (4.2, 4.3)

const Item = Type.Object({
  name: Type.String(),
  price: Amount,
  quantity: Type.Number(),
  vat: Type.String(),
  paymentMethod: Type.String(),
  paymentObject: Type.String(),
  offerExternalId: Type.Optional(Type.String()),
})

const Customer = Type.Object({
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  patronymic: Type.Optional(Type.String()),
  contragentType: Type.Literal('individual'),
})

const failure = Type.Object({ success: Type.Literal(false), errorMsg: Type.String() })

const orFailure = (result: ReturnType<typeof Type.Object>) =>
  Type.Union([Type.Object({ success: Type.Literal(true), result: Type.Optional(result) }), failure])

const callback = <const P extends Parameters<typeof defineCallback>[0]['parameters']>(
  action: 'create' | 'approve' | 'cancel' | 'refund',
  summary: string,
  parameters: P,
  result: ReturnType<typeof Type.Object>,
) =>
  defineCallback({
    id: `payment.${action}`,
    summary,
    method: 'POST',
    where: `baseUrl + integrations.payment.actions.${action}`,
    parameters: Type.Object({ clientId: Type.Optional(Type.String()), [action]: parameters }),
    hasIdempotencyKey: true,
    answer: orFailure(result),
  })

export const createCallback = callback(
  'create',
  'An invoice is issued: create a payment link',
  Type.Object({
    shopId: Type.String(),
    invoiceUuid: Uuid,
    invoiceType: Type.Literal('link'),
    amount: Amount,
    currency: Type.String(),
    orderNumber: Type.String(),
    orderId: Id,
    siteUrl: WebAddress,
    returnUrl: WebAddress,
    items: Type.Array(Item),
    customer: Customer,
  }),
  Type.Object({ paymentId: Type.String(), invoiceUrl: WebAddress, cancellable: Type.Optional(Type.Boolean()) }),
)

const named = Type.Object({ paymentId: Type.String() })

const summed = Type.Object({ paymentId: Type.String(), amount: Type.Optional(Amount) })

const nothing = Type.Object({})

export const approveCallback = callback('approve', 'A manager confirmed: charge the held money', summed, nothing)

export const cancelCallback = callback(
  'cancel',
  'A manager canceled: accept no payment, or release the hold',
  named,
  nothing,
)

export const refundCallback = callback(
  'refund',
  'A manager refunds the payment, in full or in part',
  summed,
  Type.Object({ id: Type.String(), status: RefundStatus, amount: Amount, comment: Type.String() }),
)

export const statusCallback = defineCallback({
  id: 'payment.status',
  summary: 'The status of a payment (optional)',
  method: 'GET',
  where: 'baseUrl + integrations.payment.actions.status',
  parameters: Type.Object({ clientId: Type.Optional(Type.String()), paymentId: Type.String() }),
  answer: orFailure(Type.Object({ status: Type.String() })),
})

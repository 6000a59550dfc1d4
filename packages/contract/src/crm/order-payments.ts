import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { AmountIn, Code, Id, Line, LocalTimeIn, Success, SuccessWithWarnings, Text } from '../base/types.ts'

export const site = Type.Optional(Code)

export const PaymentEdit = Type.Object(
  {
    externalId: Type.Optional(Line()),
    type: Type.Optional(Code),
    status: Type.Optional(Code),
    amount: Type.Optional(AmountIn),
    paidAt: Type.Optional(LocalTimeIn),
    comment: Type.Optional(Line(2000)),
  },
  { title: 'OrderPaymentEdit' },
)

export type PaymentEdit = Static<typeof PaymentEdit>

/** Identifies the order of a payment. */
const OrderNamed = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(Line()),
  number: Type.Optional(Line()),
})

export const createOrderPayment = defineEndpoint({
  id: 'orders.payments.create',
  summary: 'Add a payment to an order',
  method: 'POST',
  path: '/api/v5/orders/payments/create',
  auth: { by: 'api-key', scope: 'order_write' },
  body: Type.Object({ payment: Type.Object({ ...PaymentEdit.properties, order: OrderNamed }), site }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
  errors: ['not_found'],
})

export const editOrderPayment = defineEndpoint({
  id: 'orders.payments.edit',
  summary: 'Update a payment; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/orders/payments/{id}/edit',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ id: Text() }),
  body: Type.Object({
    payment: PaymentEdit,
    by: Type.Optional(Type.Enum(['id', 'externalId'], { description: 'Which id is in the path; id by default' })),
    site,
  }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
  errors: ['not_found'],
})

export const deleteOrderPayment = defineEndpoint({
  id: 'orders.payments.delete',
  summary: 'Delete a payment',
  method: 'POST',
  path: '/api/v5/orders/payments/{id}/delete',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'payment_in_use'],
})

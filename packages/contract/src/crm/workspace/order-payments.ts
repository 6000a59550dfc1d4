import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { AmountIn, Code, Id, Success, SuccessWith } from '../../base/types.ts'
import { PaymentEdit } from '../order-payments.ts'

const manager = { auth: { by: 'session', role: 'manager' } } as const
const onePayment = { params: Type.Object({ paymentId: Id }) }

export const addOrderPayment = defineEndpoint({
  id: 'workspace.orders.add-payment',
  summary: 'Add a payment to an order: what the order owes, unless a sum is given',
  method: 'POST',
  path: '/workspace/orders/{id}/payments',
  ...manager,
  params: Type.Object({ id: Id }),
  body: Type.Object({ type: Code, amount: Type.Optional(AmountIn) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid', 'payment_shop_gone', 'module_inactive'],
})

export const changeOrderPayment = defineEndpoint({
  id: 'workspace.payments.edit',
  summary: 'Change a payment of an order; what is absent stays as it was',
  method: 'POST',
  path: '/workspace/payments/{paymentId}',
  ...manager,
  ...onePayment,
  body: PaymentEdit,
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})

export const removeOrderPayment = defineEndpoint({
  id: 'workspace.payments.delete',
  summary: 'Take a payment off its order',
  method: 'DELETE',
  path: '/workspace/payments/{paymentId}',
  ...manager,
  ...onePayment,
  status: 200,
  reply: Success,
  errors: ['not_found', 'payment_in_use'],
})

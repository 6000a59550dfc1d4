import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Line, Success, SuccessWith } from '../../base/types.ts'
import { auth, byCode, errors, isNew } from '../../platform/workspace/shops.ts'
import {
  DeliveryType,
  DeliveryTypeEdit,
  OrderStatus,
  OrderStatusEdit,
  PaymentStatus,
  PaymentStatusEdit,
  PaymentType,
  PaymentTypeEdit,
} from '../references.ts'

export const listWorkspaceStatuses = defineEndpoint({
  id: 'workspace.statuses.list',
  summary: 'Order statuses, payment statuses, payment types and delivery types, in full',
  method: 'GET',
  path: '/workspace/statuses',
  auth,
  status: 200,
  reply: SuccessWith({
    orderStatuses: Type.Array(OrderStatus),
    paymentStatuses: Type.Array(PaymentStatus),
    paymentTypes: Type.Array(PaymentType),
    deliveryTypes: Type.Array(DeliveryType),
  }),
})

export const saveWorkspaceOrderStatus = defineEndpoint({
  id: 'workspace.order-statuses.save',
  summary: 'Create or update an order status; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/order-statuses/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, orderStatus: OrderStatusEdit }),
  status: 200,
  reply: Success,
  errors,
})

export const saveWorkspacePaymentStatus = defineEndpoint({
  id: 'workspace.payment-statuses.keep',
  summary: 'Create or update a payment status; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/payment-statuses/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, paymentStatus: PaymentStatusEdit }),
  status: 200,
  reply: Success,
  errors,
})

export const saveWorkspacePaymentType = defineEndpoint({
  id: 'workspace.payment-types.keep',
  summary: 'Create or update a payment type; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/payment-types/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, paymentType: PaymentTypeEdit }),
  status: 200,
  reply: Success,
  errors,
})

export const saveWorkspaceDeliveryType = defineEndpoint({
  id: 'workspace.delivery-types.keep',
  summary: 'Create or update a delivery type; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/delivery-types/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, deliveryType: DeliveryTypeEdit }),
  status: 200,
  reply: Success,
  errors,
})

const Named = Type.Object({ code: Code, name: Line() })

export const listWorkspaceReferences = defineEndpoint({
  id: 'workspace.references',
  summary: 'Codes and names of statuses, payment types and shops',
  method: 'GET',
  path: '/workspace/references',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({
    orderStatuses: Type.Array(Type.Object({ ...Named.properties, open: Type.Boolean(), active: Type.Boolean() })),
    paymentTypes: Type.Array(Type.Object({ ...Named.properties, active: Type.Boolean() })),
    deliveryTypes: Type.Array(Type.Object({ ...Named.properties, active: Type.Boolean() })),
    paymentStatuses: Type.Array(Type.Object({ ...Named.properties, complete: Type.Boolean() })),
    /** Without a currency of its own a shop has the account's. */
    shops: Type.Array(Type.Object({ ...Named.properties, currency: Type.Optional(Line(3)) })),
  }),
})

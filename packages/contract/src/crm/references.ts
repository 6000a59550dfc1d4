import Type, { type Static } from 'typebox'
import { STATUS_GROUPS } from '../base/constants.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Line, Success, SuccessWith, SuccessWithWarnings, Text } from '../base/types.ts'

// The reference lists of orders and payments. Each is returned as a map by code (4.6).

const Ordering = Type.Integer({ minimum: 0, maximum: 1_000_000 })

export type StatusGroup = (typeof STATUS_GROUPS)[number]

export const OrderStatus = Type.Object(
  {
    code: Code,
    name: Line(),
    active: Type.Boolean(),
    ordering: Type.Integer(),
    group: Type.Enum(STATUS_GROUPS),
    open: Type.Boolean({ description: 'The order still needs work (D-30)' }),
  },
  { title: 'OrderStatus' },
)
export type OrderStatus = Static<typeof OrderStatus>

export const OrderStatusEdit = Type.Object(
  {
    name: Type.Optional(Text()),
    active: Type.Optional(Type.Boolean()),
    group: Type.Optional(Type.Enum(STATUS_GROUPS)),
    ordering: Type.Optional(Ordering),
  },
  { title: 'OrderStatusEdit' },
)

export const listOrderStatuses = defineEndpoint({
  id: 'references.order-statuses',
  summary: 'Order statuses, by code',
  method: 'GET',
  path: '/api/v5/reference/statuses',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({ statuses: Type.Record(Type.String(), OrderStatus) }),
})

export const editOrderStatus = defineEndpoint({
  id: 'references.order-statuses.edit',
  summary: 'Create or update an order status; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/reference/statuses/{code}/edit',
  auth: { by: 'api-key', scope: 'reference_write' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ status: Type.Object({ code: Type.Optional(Code), ...OrderStatusEdit.properties }) }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({}),
})

export const PaymentStatus = Type.Object(
  {
    code: Code,
    name: Line(),
    active: Type.Boolean(),
    defaultForCrm: Type.Boolean(),
    defaultForApi: Type.Boolean(),
    paymentComplete: Type.Boolean({ description: 'Counts as paid' }),
    ordering: Type.Integer(),
    description: Line(2000),
    paymentTypes: Type.Array(Code),
  },
  { title: 'PaymentStatus' },
)
export type PaymentStatus = Static<typeof PaymentStatus>

export const listPaymentStatuses = defineEndpoint({
  id: 'references.payment-statuses',
  summary: 'Payment statuses, by code',
  method: 'GET',
  path: '/api/v5/reference/payment-statuses',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({ paymentStatuses: Type.Record(Type.String(), PaymentStatus) }),
})

export const PaymentStatusEdit = Type.Object(
  {
    code: Type.Optional(Code),
    name: Type.Optional(Text()),
    active: Type.Optional(Type.Boolean()),
    defaultForCrm: Type.Optional(Type.Boolean()),
    paymentComplete: Type.Optional(Type.Boolean()),
    description: Type.Optional(Line(2000)),
    ordering: Type.Optional(Ordering),
  },
  { title: 'PaymentStatusEdit' },
)

export const editPaymentStatus = defineEndpoint({
  id: 'references.payment-statuses.edit',
  summary: 'Create or update a payment status; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/reference/payment-statuses/{code}/edit',
  auth: { by: 'api-key', scope: 'reference_write' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ paymentStatus: PaymentStatusEdit }),
  status: 200,
  reply: Success,
})

export const PaymentType = Type.Object(
  {
    code: Code,
    name: Line(),
    active: Type.Boolean(),
    defaultForCrm: Type.Boolean(),
    defaultForApi: Type.Boolean(),
    description: Line(2000),
    deliveryTypes: Type.Array(Code),
    paymentStatuses: Type.Array(Code),
    sites: Type.Array(Code, { description: 'Empty: all shops' }),
    ordering: Type.Integer(),
    integrationModule: Type.Optional(
      Type.Object(
        { active: Type.Boolean(), name: Line(), logo: Type.Optional(Line(2048)) },
        { description: 'The payment module of this type' },
      ),
    ),
  },
  { title: 'PaymentType' },
)
export type PaymentType = Static<typeof PaymentType>

export const listPaymentTypes = defineEndpoint({
  id: 'references.payment-types',
  summary: 'Payment types, by code',
  method: 'GET',
  path: '/api/v5/reference/payment-types',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({ paymentTypes: Type.Record(Type.String(), PaymentType) }),
})

export const PaymentTypeEdit = Type.Object(
  {
    code: Type.Optional(Code),
    name: Type.Optional(Text()),
    active: Type.Optional(Type.Boolean()),
    defaultForCrm: Type.Optional(Type.Boolean()),
    description: Type.Optional(Line(2000)),
    sites: Type.Optional(Type.Array(Code, { maxItems: 1000 })),
    ordering: Type.Optional(Ordering),
  },
  { title: 'PaymentTypeEdit' },
)

export const editPaymentType = defineEndpoint({
  id: 'references.payment-types.edit',
  summary: 'Create or update a payment type; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/reference/payment-types/{code}/edit',
  auth: { by: 'api-key', scope: 'reference_write' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ paymentType: PaymentTypeEdit }),
  status: 200,
  reply: Success,
})

export const DeliveryType = Type.Object(
  { code: Code, name: Line(), active: Type.Boolean(), description: Line(2000), ordering: Type.Integer() },
  { title: 'DeliveryType' },
)
export type DeliveryType = Static<typeof DeliveryType>

export const listDeliveryTypes = defineEndpoint({
  id: 'references.delivery-types',
  summary: 'Delivery types, by code',
  method: 'GET',
  path: '/api/v5/reference/delivery-types',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({ deliveryTypes: Type.Record(Type.String(), DeliveryType) }),
})

export const DeliveryTypeEdit = Type.Object(
  {
    code: Type.Optional(Code),
    name: Type.Optional(Text()),
    active: Type.Optional(Type.Boolean()),
    description: Type.Optional(Line(2000)),
    ordering: Type.Optional(Ordering),
  },
  { title: 'DeliveryTypeEdit' },
)

export const editDeliveryType = defineEndpoint({
  id: 'references.delivery-types.edit',
  summary: 'Create or update a delivery type; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/reference/delivery-types/{code}/edit',
  auth: { by: 'api-key', scope: 'reference_write' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ deliveryType: DeliveryTypeEdit }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({}),
})

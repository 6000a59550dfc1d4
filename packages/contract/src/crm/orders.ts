import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { LocalTime, LocalTimeIn } from '../base/local-time.ts'
import { Amount, AmountIn } from '../base/money.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Code, Id, Line, Success, SuccessWith, Text } from '../base/types.ts'

// Orders as public clients read and write them. A sum is a JSON number when given, a number or a decimal text when taken.

const VAT = Type.Enum(['none', 'vat0', 'vat10', 'vat110', 'vat20', 'vat120'])

const Payment = Type.Object(
  {
    id: Id,
    externalId: Type.Optional(Line()),
    type: Code,
    status: Code,
    amount: Amount,
    paidAt: Type.Optional(LocalTime),
    comment: Line(2000),
  },
  { title: 'OrderPayment' },
)

export const Order = Type.Object(
  {
    id: Id,
    number: Line(),
    externalId: Type.Optional(Line()),
    site: Code,
    status: Code,
    createdAt: LocalTime,
    updatedAt: LocalTime,
    customer: Type.Optional(
      Type.Object({
        type: Type.Literal('customer'),
        id: Id,
        externalId: Type.Optional(Line()),
        firstName: Line(),
        lastName: Line(),
        patronymic: Line(),
      }),
    ),
    managerId: Type.Optional(Id),
    firstName: Line(),
    lastName: Line(),
    patronymic: Line(),
    phone: Line(),
    email: Line(),
    currency: Type.String(),
    summ: Type.Number({ description: 'What the items cost' }),
    discountManualAmount: Amount,
    totalSumm: Type.Number({ description: 'What is to be paid: summ less the discount' }),
    prepaySum: Type.Number({
      description: 'What has been paid: the payments whose status says that the money has come',
    }),
    customerComment: Line(10_000),
    managerComment: Line(10_000),
    version: Type.Integer({ description: 'Raised when the items or the sum change' }),
    items: Type.Array(
      Type.Object({
        id: Id,
        externalId: Type.Optional(Line()),
        productName: Line(),
        offer: Type.Object({ displayName: Line(), name: Line(), externalId: Type.Optional(Line()) }),
        initialPrice: Amount,
        quantity: Type.Number(),
        vatRate: Line(),
      }),
    ),
    payments: Type.Record(Type.String(), Payment, { description: 'By their ids' }),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

const none = { description: 'Not supported: give prices after the discount. Zero is taken' }

const ItemEdit = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(Line()),
  productName: Type.Optional(Text()),
  offer: Type.Optional(Type.Object({ name: Type.Optional(Line()), externalId: Type.Optional(Line()) })),
  initialPrice: Type.Optional(AmountIn),
  quantity: Type.Optional(AmountIn),
  vatRate: Type.Optional(VAT),
  discountManualAmount: Type.Optional(Type.Number({ minimum: 0, maximum: 0, ...none })),
  discountManualPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 0, ...none })),
})
export type ItemEdit = Static<typeof ItemEdit>

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

export const OrderEdit = Type.Object(
  {
    externalId: Type.Optional(Line()),
    status: Type.Optional(Code),
    customer: Type.Optional(
      Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(Line()), site: Type.Optional(Code) }),
    ),
    managerId: Type.Optional(Id),
    firstName: Type.Optional(Line()),
    lastName: Type.Optional(Line()),
    patronymic: Type.Optional(Line()),
    phone: Type.Optional(Line()),
    email: Type.Optional(Line()),
    customerComment: Type.Optional(Line(10_000)),
    managerComment: Type.Optional(Line(10_000)),
    discountManualAmount: Type.Optional(AmountIn),
    discountManualPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 0, ...none })),
    items: Type.Optional(Type.Array(ItemEdit, { maxItems: 1000 })),
  },
  { title: 'OrderEdit' },
)
export type OrderEdit = Static<typeof OrderEdit>

export const OrderNew = Type.Object(
  {
    ...OrderEdit.properties,
    number: Type.Optional(Text()),
    site: Type.Optional(Code),
    createdAt: Type.Optional(LocalTimeIn),
    payments: Type.Optional(Type.Array(PaymentEdit, { maxItems: 100 })),
  },
  { title: 'OrderNew' },
)
export type OrderNew = Static<typeof OrderNew>

const some = <T extends Parameters<typeof Type.Array>[0]>(of: T) =>
  Type.Optional(Type.Array(of, { minItems: 1, maxItems: 500 }))

const filter = Filters({
  ids: some(Id),
  numbers: some(Line()),
  externalIds: some(Line()),
  customerId: Type.Optional(Id),
  email: Type.Optional(Line()),
  sites: some(Code),
  status: Type.Optional(Code),
  extendedStatus: some(Code),
  managers: some(Id),
  createdAtFrom: Type.Optional(LocalTimeIn),
  createdAtTo: Type.Optional(LocalTimeIn),
})
export type OrderFilter = NonNullable<Static<typeof filter>>

const by = Type.Optional(
  Type.Enum(['id', 'externalId'], { description: 'What the address names; externalId when absent' }),
)
const site = Type.Optional(Code)

export const listOrders = defineEndpoint({
  id: 'orders.list',
  summary: 'Orders, newest first',
  method: 'GET',
  path: '/api/v5/orders',
  auth: { by: 'api-key', scope: 'order_read' },
  query: Type.Object({ filter, ...PAGE }),
  status: 200,
  reply: PageOf({ orders: Type.Array(Order) }),
})

export const getOrder = defineEndpoint({
  id: 'orders.get',
  summary: 'One order',
  method: 'GET',
  path: '/api/v5/orders/{externalId}',
  auth: { by: 'api-key', scope: 'order_read' },
  params: Type.Object({ externalId: Text() }),
  query: Type.Object({ by, site }),
  status: 200,
  reply: SuccessWith({ order: Order }),
  errors: ['not_found'],
})

export const createOrder = defineEndpoint({
  id: 'orders.create',
  summary: 'Create an order, and its customer if it names none',
  method: 'POST',
  path: '/api/v5/orders/create',
  auth: { by: 'api-key', scope: 'order_write' },
  body: Type.Object({ order: OrderNew, site }),
  status: 201,
  reply: SuccessWith({ id: Id, order: Order }),
})

export const editOrder = defineEndpoint({
  id: 'orders.edit',
  summary: 'Change an order; what is absent stays as it was, items that are given replace those that were there',
  method: 'POST',
  path: '/api/v5/orders/{externalId}/edit',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ externalId: Text() }),
  body: Type.Object({ order: OrderEdit, by, site }),
  status: 200,
  reply: SuccessWith({ id: Id, order: Order }),
  errors: ['not_found'],
})

export const listWorkspaceOrders = defineEndpoint({
  id: 'workspace.orders.list',
  summary: 'Orders, newest first',
  method: 'GET',
  path: '/workspace/orders',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({ filter, ...PAGE }),
  status: 200,
  reply: PageOf({ orders: Type.Array(Order) }),
})

export const getWorkspaceOrder = defineEndpoint({
  id: 'workspace.orders.get',
  summary: 'One order',
  method: 'GET',
  path: '/workspace/orders/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ order: Order }),
  errors: ['not_found'],
})

export const editWorkspaceOrder = defineEndpoint({
  id: 'workspace.orders.edit',
  summary: 'Change an order',
  method: 'POST',
  path: '/workspace/orders/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ order: OrderEdit }),
  status: 200,
  reply: SuccessWith({ order: Order }),
  errors: ['not_found'],
})

/** Names an order in the parameter of a payment. */
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
  reply: SuccessWith({ id: Id }),
  errors: ['not_found'],
})

export const editOrderPayment = defineEndpoint({
  id: 'orders.payments.edit',
  summary: 'Change a payment; what is absent stays as it was',
  method: 'POST',
  path: '/api/v5/orders/payments/{id}/edit',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ id: Text() }),
  body: Type.Object({
    payment: PaymentEdit,
    by: Type.Optional(Type.Enum(['id', 'externalId'], { description: 'What the address names; id when absent' })),
    site,
  }),
  status: 200,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found'],
})

export const deleteOrderPayment = defineEndpoint({
  id: 'orders.payments.delete',
  summary: 'Take a payment off its order',
  method: 'POST',
  path: '/api/v5/orders/payments/{id}/delete',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'payment_in_use'],
})

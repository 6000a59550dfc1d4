import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Code, Id, Line, LocalTime, LocalTimeIn } from '../base/types.ts'
import { Customer } from './customers.ts'
import { Order } from './orders.ts'

// D-94: what changed, for programs that poll with the id of the last change they have seen.

const common = {
  id: Id,
  createdAt: LocalTime,
  created: Type.Optional(Type.Boolean({ description: 'The order or customer was created' })),
  deleted: Type.Optional(Type.Boolean()),
  source: Type.Enum(['user', 'api', 'code'], { description: 'A user, an API key, or the system and its modules' }),
  user: Type.Optional(Type.Object({ id: Id })),
  apiKey: Type.Optional(Type.Object({ current: Type.Boolean({ description: 'The key of this request' }) })),
  field: Type.String({ description: 'In snake case: first_name, status, payments.status, order_product.quantity' }),
  oldValue: Type.Unknown({
    description: 'null: there was none. Codes of reference lists are objects: {"code": "new"}',
  }),
  newValue: Type.Unknown(),
}

const OrderPart = Type.Object({
  id: Id,
  externalId: Type.Optional(Line()),
  number: Type.Optional(Line()),
  site: Type.Optional(Code),
  status: Type.Optional(Code),
  managerId: Type.Optional(Id),
})

export const OrderChange = Type.Object(
  {
    ...common,
    order: Type.Union([Order, OrderPart], { description: 'All of it when it was created' }),
    item: Type.Optional(Type.Object({ id: Id, externalId: Type.Optional(Line()), productName: Line() })),
    payment: Type.Optional(Type.Object({ id: Id, externalId: Type.Optional(Line()), type: Code })),
  },
  { title: 'OrderChange' },
)
export type OrderChange = Static<typeof OrderChange>

export const CustomerChange = Type.Object(
  {
    ...common,
    customer: Type.Union(
      [Customer, Type.Object({ id: Id, externalId: Type.Optional(Line()), site: Type.Optional(Code) })],
      { description: 'All of it when it was created' },
    ),
  },
  { title: 'CustomerChange' },
)
export type CustomerChange = Static<typeof CustomerChange>

const since = {
  sinceId: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  startDate: Type.Optional(LocalTimeIn),
  endDate: Type.Optional(LocalTimeIn),
}

export const OrderHistoryFilter = Filters({
  ...since,
  orderId: Type.Optional(Id),
  orderExternalId: Type.Optional(Line()),
})

export const CustomerHistoryFilter = Filters({
  ...since,
  customerId: Type.Optional(Id),
  customerExternalId: Type.Optional(Line()),
})

export const listOrderHistory = defineEndpoint({
  id: 'orders.history',
  summary: 'Changes of orders in the order of their ids, each once for a reader that continues with sinceId',
  method: 'GET',
  path: '/api/v5/orders/history',
  auth: { by: 'api-key', scope: 'order_read' },
  query: Type.Object({ filter: OrderHistoryFilter, ...PAGE }),
  status: 200,
  reply: PageOf({ generatedAt: LocalTime, history: Type.Array(OrderChange) }),
})

export const listCustomerHistory = defineEndpoint({
  id: 'customers.history',
  summary: 'Changes of customers in the order of their ids, each once for a reader that continues with sinceId',
  method: 'GET',
  path: '/api/v5/customers/history',
  auth: { by: 'api-key', scope: 'customer_read' },
  query: Type.Object({ filter: CustomerHistoryFilter, ...PAGE }),
  status: 200,
  reply: PageOf({ generatedAt: LocalTime, history: Type.Array(CustomerChange) }),
})

import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import {
  Amount,
  AmountIn,
  Code,
  Id,
  Line,
  LocalTime,
  LocalTimeIn,
  SuccessWith,
  SuccessWithWarnings,
  Text,
} from '../base/types.ts'
import { Delivery, DeliveryEdit } from './deliveries.ts'
import { PaymentEdit, site } from './order-payments.ts'

// Orders as public clients read and write them. Amounts are sent as JSON numbers, and accepted also as decimal strings.

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
    statusUpdatedAt: Type.Optional(LocalTime),
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
    summ: Type.Number({ description: 'The cost of the items' }),
    discountManualAmount: Amount,
    totalSumm: Type.Number({ description: 'The total: summ less the discount, and the cost of the delivery' }),
    prepaySum: Type.Number({
      description: 'The amount paid: the payments with a status that counts as paid',
    }),
    delivery: Delivery,
    customerComment: Line(10_000),
    managerComment: Line(10_000),
    version: Type.Integer({ description: 'Increases when the items or the total change' }),
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
    payments: Type.Record(Type.String(), Payment, { description: 'By id' }),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

const Unsupported = Type.Optional(
  Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
    description: 'Not supported: send initialPrice after the discount. Zero is accepted',
  }),
)

export const ItemEdit = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(Line()),
  productName: Type.Optional(Text()),
  offer: Type.Optional(Type.Object({ name: Type.Optional(Line()), externalId: Type.Optional(Line()) })),
  initialPrice: Type.Optional(AmountIn),
  quantity: Type.Optional(AmountIn),
  vatRate: Type.Optional(VAT),
  discountManualAmount: Unsupported,
  discountManualPercent: Unsupported,
})
export type ItemEdit = Static<typeof ItemEdit>

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
    discountManualPercent: Unsupported,
    delivery: Type.Optional(DeliveryEdit),
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

const filters = {
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
}

export const filter = Filters(filters)
export type OrderFilter = NonNullable<Static<typeof filter>>

/** What published clients send besides. */
const ApiFilter = Filters({
  ...filters,
  customer: Type.Optional(Text()),
  customerExternalId: Type.Optional(Line()),
  paymentStatuses: some(Code),
  statusUpdatedAtFrom: Type.Optional(LocalTimeIn),
  statusUpdatedAtTo: Type.Optional(LocalTimeIn),
})
export type ApiOrderFilter = NonNullable<Static<typeof ApiFilter>>

const by = Type.Optional(
  Type.Enum(['id', 'externalId'], { description: 'Which id is in the path; externalId by default' }),
)

export const listOrders = defineEndpoint({
  id: 'orders.list',
  summary: 'List orders, newest first',
  method: 'GET',
  path: '/api/v5/orders',
  auth: { by: 'api-key', scope: 'order_read' },
  query: Type.Object({ filter: ApiFilter, ...PAGE }),
  status: 200,
  reply: PageOf({ orders: Type.Array(Order) }),
})

export const getOrder = defineEndpoint({
  id: 'orders.get',
  summary: 'Get an order',
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
  summary: 'Create an order, and a customer if it names none',
  method: 'POST',
  path: '/api/v5/orders/create',
  auth: { by: 'api-key', scope: 'order_write' },
  body: Type.Object({ order: OrderNew, site }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ id: Id, order: Order }),
})

export const editOrder = defineEndpoint({
  id: 'orders.edit',
  summary: 'Update an order; absent members stay unchanged, a list of items replaces the whole list',
  method: 'POST',
  path: '/api/v5/orders/{externalId}/edit',
  auth: { by: 'api-key', scope: 'order_write' },
  params: Type.Object({ externalId: Text() }),
  body: Type.Object({ order: OrderEdit, by, site }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({ id: Id, order: Order }),
  errors: ['not_found'],
})

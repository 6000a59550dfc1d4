import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { PAGE, PageOf } from '../../base/pages.ts'
import { Id, SuccessWith } from '../../base/types.ts'
import { filter, Order, OrderEdit, OrderNew } from '../orders.ts'

export const listWorkspaceOrders = defineEndpoint({
  id: 'workspace.orders.list',
  summary: 'List orders, newest first',
  method: 'GET',
  path: '/workspace/orders',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({ filter, ...PAGE }),
  status: 200,
  reply: PageOf({ orders: Type.Array(Order) }),
})

export const ORDER_SORTS = ['id', 'created', 'total', 'customer'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

export const PAYMENT_STATES = ['unpaid', 'partly', 'paid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The keyset cursor of a sorted list: the value that it is sorted by, and the id; opaque to clients. */
const SortCursor = Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}\\.[0-9]{1,15}$' })

export const listSortedOrders = defineEndpoint({
  id: 'workspace.orders.sorted',
  summary: 'List orders in another order, or by their payment state; page by page with a cursor, without a total',
  method: 'GET',
  path: '/workspace/sorted-orders',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    filter,
    paymentState: Type.Optional(Type.Enum(PAYMENT_STATES)),
    sort: Type.Enum(ORDER_SORTS, { default: 'id' }),
    direction: Type.Enum(['asc', 'desc'], { default: 'desc' }),
    after: Type.Optional(SortCursor),
  }),
  status: 200,
  reply: SuccessWith({ orders: Type.Array(Order), next: Type.Optional(SortCursor) }),
  errors: ['input_invalid'],
})

export const getWorkspaceOrder = defineEndpoint({
  id: 'workspace.orders.get',
  summary: 'Get an order',
  method: 'GET',
  path: '/workspace/orders/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ order: Order }),
  errors: ['not_found'],
})

export const createWorkspaceOrder = defineEndpoint({
  id: 'workspace.orders.create',
  summary: 'Create an order, and a customer if it names none',
  method: 'POST',
  path: '/workspace/orders',
  auth: { by: 'session', role: 'manager' },
  body: Type.Object({ order: OrderNew }),
  status: 201,
  reply: SuccessWith({ order: Order }),
})

export const editWorkspaceOrder = defineEndpoint({
  id: 'workspace.orders.edit',
  summary: 'Update an order',
  method: 'POST',
  path: '/workspace/orders/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ order: OrderEdit }),
  status: 200,
  reply: SuccessWith({ order: Order }),
  errors: ['not_found'],
})

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { PAGE, PageOf } from '../../base/pages.ts'
import { AmountIn, Code, Id, SuccessWith } from '../../base/types.ts'
import { manager } from '../../payments/workspace/invoices.ts'
import { filter, Order, OrderEdit } from '../orders.ts'

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

export const addOrderPayment = defineEndpoint({
  id: 'workspace.orders.add-payment',
  summary: 'Add a payment to an order: the whole sum, unless one is given',
  method: 'POST',
  path: '/workspace/orders/{id}/payments',
  ...manager,
  params: Type.Object({ id: Id }),
  body: Type.Object({ type: Code, amount: Type.Optional(AmountIn) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid', 'payment_shop_gone'],
})

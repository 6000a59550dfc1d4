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

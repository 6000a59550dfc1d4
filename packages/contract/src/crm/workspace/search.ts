import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, SuccessWith } from '../../base/types.ts'
import { Customer } from '../customers.ts'
import { Order } from '../orders.ts'

const MOST_FOUND = 50

const SEARCHED = ['customers', 'orders'] as const

export const search = defineEndpoint({
  id: 'workspace.search',
  summary:
    'Find customers by name, phone or email, and orders by number, customer or item. Words match by their beginning, phones by their last digits',
  method: 'GET',
  path: '/workspace/search',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    text: Line(200),
    only: Type.Optional(Type.Enum(SEARCHED)),
    site: Type.Optional(Code),
    managerId: Type.Optional(Id),
    status: Type.Optional(Code),
    limit: Type.Integer({ minimum: 1, maximum: MOST_FOUND, default: 8 }),
  }),
  status: 200,
  reply: SuccessWith({
    customers: Type.Array(Customer, { description: 'best match first, then newest first' }),
    orders: Type.Array(Order, { description: 'best match first, then newest first' }),
    more: Type.Array(Type.Enum(SEARCHED), { description: 'where there may be more: a longer text finds them' }),
  }),
})

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { PAGE, PageOf } from '../../base/pages.ts'
import { Id, Moment, SuccessWith, Text } from '../../base/types.ts'
import { Customer, CustomerFilters } from '../customers.ts'

export const listWorkspaceCustomers = defineEndpoint({
  id: 'workspace.customers.list',
  summary: 'Customers, newest first; those with one phone, best first',
  method: 'GET',
  path: '/workspace/customers',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({ filter: CustomerFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ customers: Type.Array(Customer) }),
})

export const getCustomerCard = defineEndpoint({
  id: 'workspace.customers.get',
  summary: 'A customer with the latest notes, as managers see them',
  method: 'GET',
  path: '/workspace/customers/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({
    customer: Customer,
    lastContactAt: Type.Optional(Moment),
    notes: Type.Array(Type.Object({ id: Id, at: Moment, authorId: Type.Optional(Id), text: Text(10_000) })),
  }),
  errors: ['not_found'],
})

export const noteCustomer = defineEndpoint({
  id: 'workspace.customers.note',
  summary: 'Note something about a customer',
  method: 'POST',
  path: '/workspace/customers/{id}/notes',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ text: Text(10_000) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found'],
})

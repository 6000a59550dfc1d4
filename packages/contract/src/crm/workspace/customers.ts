import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { PAGE, PageOf } from '../../base/pages.ts'
import { Id, Moment, SuccessWith, Text } from '../../base/types.ts'
import { Customer, CustomerEdit, CustomerFilters, Site } from '../customers.ts'

/** As in the API; 0 removes the manager. */
const WorkspaceCustomerEdit = Type.Object({
  ...CustomerEdit.properties,
  managerId: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})

const note = Type.Optional(Text(10_000))

export const listWorkspaceCustomers = defineEndpoint({
  id: 'workspace.customers.list',
  summary: 'List customers, newest first; filtered by phone, best match first',
  method: 'GET',
  path: '/workspace/customers',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({ filter: CustomerFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ customers: Type.Array(Customer) }),
})

export const getCustomerCard = defineEndpoint({
  id: 'workspace.customers.get',
  summary: 'Get a customer with the latest notes',
  method: 'GET',
  path: '/workspace/customers/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({
    customer: Customer,
    lastContactAt: Type.Optional(Moment),
    notes: Type.Array(Type.Object({ id: Id, at: Moment, authorId: Type.Optional(Id), text: Text(10_000) })),
    merges: Type.Array(Type.Object({ id: Id, at: Moment, until: Moment, userId: Id, name: Type.String() }), {
      description: 'duplicates that were merged into this customer, while it can be undone; the latest first',
    }),
  }),
  errors: ['not_found'],
})

export const noteCustomer = defineEndpoint({
  id: 'workspace.customers.note',
  summary: 'Add a note to a customer',
  method: 'POST',
  path: '/workspace/customers/{id}/notes',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ text: Text(10_000) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found'],
})

export const createWorkspaceCustomer = defineEndpoint({
  id: 'workspace.customers.create',
  summary: 'Create a customer',
  method: 'POST',
  path: '/workspace/customers',
  auth: { by: 'session', role: 'manager' },
  body: Type.Object({ customer: WorkspaceCustomerEdit, site: Site, note }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['entity_invalid'],
})

export const editWorkspaceCustomer = defineEndpoint({
  id: 'workspace.customers.edit',
  summary: 'Update a customer',
  method: 'POST',
  path: '/workspace/customers/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ customer: WorkspaceCustomerEdit, note }),
  status: 200,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid'],
})

export const mergeCustomers = defineEndpoint({
  id: 'workspace.customers.merge',
  summary: 'Merge a duplicate into a customer, with its orders, calls, chats, tasks, notes and timeline',
  method: 'POST',
  path: '/workspace/customers/{id}/merges',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ duplicateId: Id }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'same_customer'],
})

export const undoMerge = defineEndpoint({
  id: 'workspace.customers.undo-merge',
  summary: 'Undo a merge, within a day',
  method: 'POST',
  path: '/workspace/customers/{id}/merges/{mergeId}/undo',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Id, mergeId: Id }),
  status: 200,
  reply: SuccessWith({ duplicateId: Id }),
  errors: ['not_found', 'merge_final'],
})

import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Id, LocalTime, SuccessWithWarnings, Text } from '../base/types.ts'
import { Site } from './customers.ts'

export const CustomerNote = Type.Object({
  id: Id,
  customer: Type.Object({ id: Id }),
  text: Text(10_000),
  managerId: Type.Optional(Id),
  createdAt: LocalTime,
})

export const listCustomerNotes = defineEndpoint({
  id: 'customers.notes.list',
  summary: 'List the notes about customers, newest first',
  method: 'GET',
  path: '/api/v5/customers/notes',
  auth: { by: 'api-key', scope: 'customer_read' },
  query: Type.Object({
    filter: Filters({ customerIds: Type.Optional(Type.Array(Id, { maxItems: 50 })) }),
    ...PAGE,
  }),
  status: 200,
  reply: PageOf({ notes: Type.Array(CustomerNote) }),
})

export const createCustomerNote = defineEndpoint({
  id: 'customers.notes.create',
  summary: 'Add a note to a customer',
  method: 'POST',
  path: '/api/v5/customers/notes/create',
  auth: { by: 'api-key', scope: 'customer_write' },
  body: Type.Object({
    note: Type.Object({
      text: Text(10_000),
      managerId: Type.Optional(Id),
      customer: Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(Text()) }),
    }),
    site: Site,
  }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
  errors: ['not_found'],
})

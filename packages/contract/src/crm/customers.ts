import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Code, Id, Line, LocalTime, LocalTimeIn, SuccessWith, SuccessWithWarnings, Text } from '../base/types.ts'
import { Address, AddressEdit } from './addresses.ts'

const MOST = 50

export const Customer = Type.Object(
  {
    id: Id,
    type: Type.Literal('customer'),
    externalId: Type.Optional(Text()),
    site: Type.Optional(Code),
    createdAt: LocalTime,
    firstName: Line(),
    lastName: Line(),
    patronymic: Line(),
    email: Type.Optional(Line()),
    emails: Type.Array(Line(), { description: 'all of them; `email` is the first' }),
    phones: Type.Array(
      Type.Object({ number: Line(), e164: Type.Optional(Type.String({ description: 'when it can be parsed' })) }),
    ),
    managerId: Type.Optional(Id),
    address: Type.Optional(Address),
  },
  { title: 'Customer' },
)
export type Customer = Static<typeof Customer>

/** Absent members stay unchanged; a list replaces the whole list. */
export const CustomerEdit = Type.Object(
  {
    externalId: Type.Optional(Text()),
    firstName: Type.Optional(Line()),
    lastName: Type.Optional(Line()),
    patronymic: Type.Optional(Line()),
    email: Type.Optional(Line(254)),
    emails: Type.Optional(Type.Array(Line(254), { maxItems: MOST })),
    phones: Type.Optional(Type.Array(Type.Object({ number: Line(100) }), { maxItems: MOST })),
    managerId: Type.Optional(Id),
    address: Type.Optional(AddressEdit),
    createdAt: Type.Optional(LocalTimeIn),
  },
  { title: 'CustomerEdit' },
)
export type CustomerEdit = Static<typeof CustomerEdit>

/** Which id is in the path: ours, or the caller's own. */
const By = Type.Enum(['id', 'externalId'], { default: 'externalId' })
export const Site = Type.Optional(Type.String({ maxLength: 64, description: 'the code of a shop' }))
const Ids = Type.Optional(Type.Array(Id, { maxItems: 250 }))

const filters = {
  ids: Ids,
  externalIds: Type.Optional(Type.Array(Line(), { maxItems: 250 })),
  phone: Type.Optional(Line(100)),
  email: Type.Optional(Line(254)),
  sites: Type.Optional(Type.Array(Line(64), { maxItems: 250 })),
  managerId: Type.Optional(Id),
  managers: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, description: 'Any of them' })),
  name: Type.Optional(Line()),
  city: Type.Optional(Text()),
}
export const CustomerFilters = Filters(filters)

/** What published clients send besides: when the customer was created. */
const ApiFilters = Filters({
  ...filters,
  dateFrom: Type.Optional(LocalTimeIn),
  dateTo: Type.Optional(LocalTimeIn),
})

export const listCustomers = defineEndpoint({
  id: 'customers.list',
  summary: 'List customers, newest first; filtered by phone, best match first',
  method: 'GET',
  path: '/api/v5/customers',
  auth: { by: 'api-key', scope: 'customer_read' },
  query: Type.Object({ filter: ApiFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ customers: Type.Array(Customer) }),
})

export const getCustomer = defineEndpoint({
  id: 'customers.get',
  summary: 'Get a customer',
  method: 'GET',
  path: '/api/v5/customers/{id}',
  auth: { by: 'api-key', scope: 'customer_read' },
  params: Type.Object({ id: Text() }),
  query: Type.Object({ by: By, site: Site }),
  status: 200,
  reply: SuccessWith({ customer: Customer }),
  errors: ['not_found'],
})

export const createCustomer = defineEndpoint({
  id: 'customers.create',
  summary: 'Create a customer',
  method: 'POST',
  path: '/api/v5/customers/create',
  auth: { by: 'api-key', scope: 'customer_write' },
  body: Type.Object({ customer: CustomerEdit, site: Site }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
})

export const editCustomer = defineEndpoint({
  id: 'customers.edit',
  summary: 'Update a customer',
  method: 'POST',
  path: '/api/v5/customers/{id}/edit',
  auth: { by: 'api-key', scope: 'customer_write' },
  params: Type.Object({ id: Text() }),
  body: Type.Object({ customer: CustomerEdit, by: By, site: Site }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({ id: Id }),
  errors: ['not_found'],
})

import Type, { type TSchema } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith, Text } from '../base/types.ts'
import { CustomerEdit, Site } from './customers.ts'
import { site } from './order-payments.ts'
import { OrderNew } from './orders.ts'

// Several orders or customers in one request, as shops send them when they connect and at night.

/** The most that one request carries. */
export const MOST_UPLOADED = 50

const Uploaded = Type.Array(Type.Object({ id: Id, externalId: Type.Optional(Line()) }))
const Failed = Type.Array(Type.Object({ externalId: Type.Optional(Line()) }))

/** 460 is what published clients know: some were saved, some were refused. */
const uploadReply = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({
    success: Type.Boolean({ description: 'False: at least one was refused' }),
    ...properties,
    errorMsg: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'By place and field: 3.status' })),
    warnings: Type.Optional(Type.Array(Type.String())),
  })

export const uploadOrders = defineEndpoint({
  id: 'orders.upload',
  summary: 'Create up to 50 orders; each is saved or refused by itself (460 when one was refused)',
  method: 'POST',
  path: '/api/v5/orders/upload',
  auth: { by: 'api-key', scope: 'order_write' },
  body: Type.Object({ orders: Type.Array(OrderNew, { minItems: 1, maxItems: MOST_UPLOADED }), site }),
  status: 201,
  otherStatus: 460,
  warns: true,
  reply: uploadReply({ uploadedOrders: Uploaded, failedOrders: Failed }),
})

export const uploadCustomers = defineEndpoint({
  id: 'customers.upload',
  summary: 'Create up to 50 customers; each is saved or refused by itself (460 when one was refused)',
  method: 'POST',
  path: '/api/v5/customers/upload',
  auth: { by: 'api-key', scope: 'customer_write' },
  body: Type.Object({ customers: Type.Array(CustomerEdit, { minItems: 1, maxItems: MOST_UPLOADED }), site: Site }),
  status: 201,
  otherStatus: 460,
  warns: true,
  reply: uploadReply({ uploadedCustomers: Uploaded, failedCustomers: Failed }),
})

const Pairs = Type.Array(Type.Object({ id: Id, externalId: Text() }), { minItems: 1, maxItems: MOST_UPLOADED })

export const fixOrderIds = defineEndpoint({
  id: 'orders.fix-external-ids',
  summary: 'Give orders other external ids: all of them or, when one is refused, none',
  method: 'POST',
  path: '/api/v5/orders/fix-external-ids',
  auth: { by: 'api-key', scope: 'order_write' },
  body: Type.Object({ orders: Pairs }),
  status: 200,
  reply: Success,
})

export const fixCustomerIds = defineEndpoint({
  id: 'customers.fix-external-ids',
  summary: 'Give customers other external ids: all of them or, when one is refused, none',
  method: 'POST',
  path: '/api/v5/customers/fix-external-ids',
  auth: { by: 'api-key', scope: 'customer_write' },
  body: Type.Object({ customers: Pairs }),
  status: 200,
  reply: Success,
})

export const listStatusesOfOrders = defineEndpoint({
  id: 'orders.statuses',
  summary: 'The statuses of orders, by their ids or external ids',
  method: 'GET',
  path: '/api/v5/orders/statuses',
  auth: { by: 'api-key', scope: 'order_read' },
  query: Type.Object({
    ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    externalIds: Type.Optional(Type.Array(Line(), { maxItems: 500 })),
  }),
  status: 200,
  reply: SuccessWith({
    orders: Type.Array(
      Type.Object({ id: Id, externalId: Type.Optional(Line()), status: Code, group: Type.Optional(Type.String()) }),
    ),
  }),
})

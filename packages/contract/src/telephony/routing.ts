import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { IdText, Line, SuccessWith, Text } from '../base/types.ts'
import { RoutingCandidate, RoutingResult } from '../platform/workspace/routing.ts'
import { ClientId } from './callbacks.ts'

const Manager = Type.Object({
  id: IdText,
  firstName: Line(),
  lastName: Line(),
  patronymic: Line(),
  email: Line(),
  code: Text(32),
})

/** Our extension, with route=1: whom the router chooses, why, and why not the others. */
const Route = Type.Object(
  {
    manager: Type.Optional(Manager),
    result: RoutingResult,
    candidates: Type.Array(RoutingCandidate),
  },
  { title: 'Route' },
)

/** D-28: why no manager was returned, with explain=1. */
const Explanation = Type.Object({
  reason: Type.Enum(['found', 'phone unknown', 'nobody responsible', 'not here', 'not free', 'no extension']),
  /** All candidates, best match first, with what each of them lacks. */
  candidates: Type.Array(
    Type.Object({
      id: IdText,
      customerId: IdText,
      because: Type.Enum(['order', 'customer']),
      here: Type.Boolean(),
      free: Type.Boolean(),
      code: Type.Optional(Type.String()),
    }),
  ),
  /** Whom the router would choose, while routing is on in the account. */
  route: Type.Optional(Route),
})

const ManagerQuery = Type.Object({
  phone: Type.String({ minLength: 1, maxLength: 64 }),
  details: Type.Optional(Type.Boolean()),
  ignoreStatus: Type.Optional(Type.Boolean()),
  explain: Type.Optional(Type.Boolean()),
  route: Type.Optional(
    Type.Boolean({ description: 'also the next best person who is free, when the responsible manager is not' }),
  ),
  site: Type.Optional(Type.String({ maxLength: 255, description: 'with route: the code of the shop that was called' })),
  clientId: ClientId,
})

const ManagerReply = SuccessWith({
  manager: Type.Optional(Manager),
  customer: Type.Optional(
    Type.Object({
      id: IdText,
      externalId: Type.Optional(Line()),
      firstName: Line(),
      lastName: Line(),
      patronymic: Line(),
      email: Type.Optional(Line()),
      phones: Type.Array(Type.Object({ number: Line() })),
    }),
  ),
  links: Type.Optional(
    Type.Object({
      newOrderLink: Type.String(),
      lastOrderLink: Type.Optional(Type.String()),
      newCustomerLink: Type.Optional(Type.String()),
      customerLink: Type.Optional(Type.String()),
    }),
  ),
  explain: Type.Optional(Explanation),
  route: Type.Optional(Route),
})

const lookup = {
  summary: 'The responsible manager of the customer with this number, if available',
  auth: { by: 'api-key', scope: 'telephony_read' },
  query: ManagerQuery,
  status: 200,
  reply: ManagerReply,
  errors: ['telephony_off', 'client_id_unknown', 'module_unclear'],
} as const

export const findManager = defineEndpoint({
  id: 'telephony.manager',
  method: 'GET',
  path: '/api/v5/telephony/manager',
  ...lookup,
})
/** One public client posts it. */
export const findManagerByPost = defineEndpoint({
  id: 'telephony.manager-by-post',
  method: 'POST',
  path: '/api/v5/telephony/manager',
  repeatable: true,
  ...lookup,
})

export const findManagerV4 = defineEndpoint({
  id: 'telephony.manager-v4',
  method: 'GET',
  path: '/api/v4/telephony/manager',
  ...lookup,
})

export const findManagerV3 = defineEndpoint({
  id: 'telephony.manager-v3',
  method: 'GET',
  path: '/api/v3/telephony/manager',
  ...lookup,
})

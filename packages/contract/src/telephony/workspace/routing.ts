import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, SuccessWith } from '../../base/types.ts'
import { UserStatus } from '../../platform/users.ts'
import { RoutingDecision } from '../../platform/workspace/routing.ts'

/** Why an exchange gets a manager for a number, or gets none (D-28). */
export const ManagerLookup = Type.Object(
  {
    /** The number as it is compared: E.164 where it is complete. */
    phone: Line(64),
    customer: Type.Optional(Type.Object({ id: Id, firstName: Line(), lastName: Line() })),
    /** Other customers with the same number; the best match decides (D-29). */
    others: Type.Integer(),
    manager: Type.Optional(
      Type.Object({
        id: Id,
        firstName: Line(),
        lastName: Line(),
        because: Type.Enum(['order', 'customer']),
        active: Type.Boolean(),
        /** Absent: unknown while Redis is unavailable. */
        online: Type.Optional(Type.Boolean()),
        status: UserStatus,
      }),
    ),
    /** The answer to each telephony module. None: no telephony module is active. */
    modules: Type.Array(
      Type.Object({
        code: Code,
        name: Line(),
        extension: Type.Optional(Line(32)),
        result: Type.Enum([
          'found',
          'phone-unknown',
          'nobody-responsible',
          'manager-inactive',
          'offline',
          'not-free',
          'no-extension',
        ]),
      }),
    ),
  },
  { title: 'ManagerLookup' },
)
export type ManagerLookup = Static<typeof ManagerLookup>

export const explainManagerLookup = defineEndpoint({
  id: 'workspace.manager-lookup',
  summary: 'Which manager an exchange gets for a number now, and why',
  method: 'GET',
  path: '/workspace/manager-lookup',
  auth: { by: 'session', role: 'admin' },
  query: Type.Object({ phone: Type.String({ minLength: 1, maxLength: 64 }) }),
  status: 200,
  reply: SuccessWith({
    lookup: ManagerLookup,
    /** Whom the router would choose now: what an exchange gets with `route=1`. */
    route: RoutingDecision,
  }),
})

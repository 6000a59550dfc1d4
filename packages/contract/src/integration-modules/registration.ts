import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, SuccessWith, Text, WebAddress } from '../base/types.ts'
import { TransportActions, TransportSettings } from '../chats/settings.ts'
import { Path, PaymentSettings } from '../payments/settings.ts'
import { TelephonySettings } from '../telephony/settings.ts'

/** Kinds of integration that we keep and give back without a slice of our own. */
const Opaque = Type.Optional(Type.Unknown())
const kept = { mgBot: Opaque, delivery: Opaque, store: Opaque, recommendation: Opaque, embedJs: Opaque }

const common = {
  integrationCode: Type.Optional(Code),
  active: Type.Optional(Type.Boolean()),
  name: Type.Optional(Text()),
  logo: Type.Optional(WebAddress),
  clientId: Type.Optional(Text(70)),
  baseUrl: Type.Optional(WebAddress),
  actions: Type.Optional(Type.Record(Type.String(), Path)),
  availableCountries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 250 })),
  accountUrl: Type.Optional(WebAddress),
}

/** What a module says of itself (interface 2.1). A member that is absent stays as it was. */
export const IntegrationModuleEdit = Type.Object(
  {
    code: Code,
    ...common,
    integrations: Type.Optional(
      Type.Object({
        telephony: Type.Optional(TelephonySettings),
        payment: Type.Optional(PaymentSettings),
        mgTransport: Type.Optional(TransportSettings),
        ...kept,
      }),
    ),
    /** D-09: asks for a new signing secret; the old one goes on signing beside it for a day. */
    rotateSecret: Type.Optional(Type.Boolean()),
  },
  { title: 'IntegrationModuleEdit' },
)
export type IntegrationModuleEdit = Static<typeof IntegrationModuleEdit>

/** What we know of a module (D-12). */
export const IntegrationModule = Type.Object(
  {
    code: Code,
    ...common,
    integrationCode: Code,
    active: Type.Boolean(),
    freeze: Type.Boolean(),
    native: Type.Boolean(),
    name: Text(),
    actions: Type.Record(Type.String(), Path),
    availableCountries: Type.Array(Type.String()),
    integrations: Type.Object({
      telephony: Type.Optional(TelephonySettings),
      payment: Type.Optional(PaymentSettings),
      mgTransport: Type.Optional(
        Type.Object({
          webhookUrl: Type.Optional(WebAddress),
          actions: Type.Optional(TransportActions),
          token: Type.Optional(Type.String()),
          isActive: Type.Boolean(),
        }),
      ),
      ...kept,
    }),
  },
  { title: 'IntegrationModule' },
)
export type IntegrationModule = Static<typeof IntegrationModule>

/** D-10: what the registration found out, beside success. */
export const RegistrationInfo = Type.Object(
  {
    mgTransport: Type.Optional(Type.Object({ endpointUrl: WebAddress, token: Type.String() })),
    notExistUsersIds: Type.Optional(Type.Array(Type.Integer())),
    notExistSiteCodes: Type.Optional(Type.Array(Type.String())),
    /** D-52: what an update made unusable by leaving out shops. */
    payment: Type.Optional(
      Type.Object({
        removedShops: Type.Array(Type.String()),
        unusablePaymentTypes: Type.Array(Type.String()),
        unusablePayments: Type.Integer(),
      }),
    ),
    /** D-09: the secret that signs what we send to the module; shown when it is made, never again. */
    signature: Type.Optional(Type.Object({ secret: Type.String() })),
  },
  { title: 'RegistrationInfo' },
)
export type RegistrationInfo = Static<typeof RegistrationInfo>

export const byCode = { params: Type.Object({ code: Code }) }

export const editModule = defineEndpoint({
  id: 'integration-modules.edit',
  summary: 'Register a module, or change its settings',
  method: 'POST',
  path: '/api/v5/integration-modules/{code}/edit',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({ integrationModule: IntegrationModuleEdit }),
  status: 201,
  reply: SuccessWith({ info: RegistrationInfo }),
})

export const getModule = defineEndpoint({
  id: 'integration-modules.get',
  summary: 'The current parameters of a module',
  method: 'GET',
  path: '/api/v5/integration-modules/{code}',
  auth: { by: 'api-key', scope: 'integration_read' },
  ...byCode,
  status: 200,
  reply: SuccessWith({ integrationModule: IntegrationModule }),
  errors: ['not_found'],
})

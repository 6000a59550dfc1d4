import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, SuccessWith, SuccessWithWarnings, Text, WebAddress } from '../base/types.ts'
import { TransportActions, TransportSettings } from '../chats/settings.ts'
import { Path, PaymentEdit, PaymentSettings } from '../payments/settings.ts'
import { TelephonyEdit, TelephonySettings } from '../telephony/settings.ts'

/** Kinds of integration that are stored and returned, and not used otherwise. */
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

/** The registration of a module (interface 2.1). Absent members stay unchanged. */
export const IntegrationModuleEdit = Type.Object(
  {
    code: Code,
    ...common,
    integrations: Type.Optional(
      Type.Object({
        telephony: Type.Optional(TelephonyEdit),
        payment: Type.Optional(PaymentEdit),
        mgTransport: Type.Optional(TransportSettings),
        ...kept,
      }),
    ),
    /** D-09: requests a new signing secret; the old one also signs for another day. */
    rotateSecret: Type.Optional(Type.Boolean()),
  },
  { title: 'IntegrationModuleEdit' },
)
export type IntegrationModuleEdit = Static<typeof IntegrationModuleEdit>

/** A module as it is stored (D-12). */
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
    /** D-82, D-162: the secret that signs now, for the module's own key unless it was replaced; after a rotation a module fetches it here. */
    signature: Type.Optional(Type.Object({ secret: Type.String() })),
  },
  { title: 'IntegrationModule' },
)
export type IntegrationModule = Static<typeof IntegrationModule>

/** D-10: what the registration reports besides success. */
export const RegistrationInfo = Type.Object(
  {
    mgTransport: Type.Optional(Type.Object({ endpointUrl: WebAddress, token: Type.String() })),
    notExistUsersIds: Type.Optional(Type.Array(Type.Integer())),
    notExistSiteCodes: Type.Optional(Type.Array(Type.String())),
    /** D-52: what became unusable because shops were removed. */
    payment: Type.Optional(
      Type.Object({
        removedShops: Type.Array(Type.String()),
        unusablePaymentTypes: Type.Array(Type.String()),
        unusablePayments: Type.Integer(),
      }),
    ),
    /** D-09: the secret that signs our requests to the module; returned only when it is created. */
    signature: Type.Optional(Type.Object({ secret: Type.String() })),
  },
  { title: 'RegistrationInfo' },
)
export type RegistrationInfo = Static<typeof RegistrationInfo>

export const byCode = { params: Type.Object({ code: Code }) }

export const editModule = defineEndpoint({
  id: 'integration-modules.edit',
  summary: 'Register a module, or update its settings',
  method: 'POST',
  path: '/api/v5/integration-modules/{code}/edit',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({ integrationModule: IntegrationModuleEdit }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ info: RegistrationInfo }),
  errors: ['key_of_other_module', 'module_of_other_key', 'key_replaced'],
})

export const getModule = defineEndpoint({
  id: 'integration-modules.get',
  summary: 'Get the settings of a module',
  method: 'GET',
  path: '/api/v5/integration-modules/{code}',
  auth: { by: 'api-key', scope: 'integration_read' },
  ...byCode,
  status: 200,
  reply: SuccessWith({ integrationModule: IntegrationModule }),
  errors: ['not_found'],
})

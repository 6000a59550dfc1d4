import Type, { type Static } from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, IdText, Success, SuccessWith, Text, WebAddress } from '../base/types.ts'

/** A path of the module, joined to its baseUrl. An address of its own would go around the baseUrl that admins see. */
const Path = Type.String({ pattern: '^(?![a-zA-Z][a-zA-Z0-9+.-]*:|//)', minLength: 1, maxLength: 255 })

export const TelephonySettings = Type.Object(
  {
    makeCallUrl: Type.Optional(WebAddress),
    changeUserStatusUrl: Type.Optional(WebAddress),
    personalAccountUrl: Type.Optional(WebAddress),
    allowEdit: Type.Boolean({ default: false }),
    inputEventSupported: Type.Boolean({ default: false }),
    outputEventSupported: Type.Boolean({ default: false }),
    hangupEventSupported: Type.Boolean({ default: false }),
    additionalCodes: Type.Array(Type.Object({ userId: IdText, code: Text(32) }), { default: [], maxItems: 10_000 }),
    externalPhones: Type.Array(Type.Object({ siteCode: Code, externalPhone: Text(32) }), {
      default: [],
      maxItems: 10_000,
    }),
  },
  { title: 'TelephonySettings' },
)
export type TelephonySettings = Static<typeof TelephonySettings>

export const PaymentSettings = Type.Object(
  {
    actions: Type.Object({
      create: Path,
      approve: Type.Optional(Path),
      cancel: Type.Optional(Path),
      refund: Type.Optional(Path),
      status: Type.Optional(Path),
    }),
    currencies: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), { default: [], maxItems: 300 }),
    invoiceTypes: Type.Array(Type.Enum(['link']), { default: ['link'], maxItems: 1 }),
    shops: Type.Array(Type.Object({ code: Text(64), name: Text(), active: Type.Boolean({ default: false }) }), {
      default: [],
      maxItems: 1000,
    }),
    /** D-46: the module promises that a repeated Idempotency-Key has no second effect. */
    idempotent: Type.Boolean({ default: false }),
  },
  { title: 'PaymentSettings' },
)
export type PaymentSettings = Static<typeof PaymentSettings>

const TransportActions = Type.Object({
  visits: Type.Optional(Path),
  online: Type.Optional(Path),
  manualTemplatesSync: Type.Optional(Path),
})

export const TransportSettings = Type.Object(
  {
    /** Absent for a transport that cannot be called: it asks for its events (webhooks.feed). */
    webhookUrl: Type.Optional(WebAddress),
    actions: Type.Optional(TransportActions),
    refreshToken: Type.Optional(Type.Boolean()),
  },
  { title: 'TransportSettings' },
)
export type TransportSettings = Static<typeof TransportSettings>

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

const byCode = { params: Type.Object({ code: Code }) }

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

export const updateModuleScopes = defineEndpoint({
  id: 'integration-modules.update-scopes',
  summary: 'Ask for a key with other scopes (modules that were connected in one step)',
  method: 'POST',
  path: '/api/v5/integration-modules/{code}/update-scopes',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({ requires: Type.Object({ scopes: Type.Array(Type.String(), { maxItems: 100 }) }) }),
  status: 200,
  reply: SuccessWith({ apiKey: Type.String() }),
  errors: ['not_found', 'no_simple_connection', 'scopes_not_granted'],
})

/** D-13: what a module is told when it is switched on or off, frozen, or when the account moves. */
export const moduleActivity = defineCallback({
  id: 'integration-modules.activity',
  summary: 'The module was switched on or off, frozen, or the account has a new address',
  method: 'POST',
  where: 'baseUrl + actions.activity',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    activity: Type.Object({ active: Type.Boolean(), freeze: Type.Boolean() }),
    systemUrl: WebAddress,
  }),
  answer: Success,
})

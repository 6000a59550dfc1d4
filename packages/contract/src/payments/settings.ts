import Type, { type Static } from 'typebox'
import { Text } from '../base/types.ts'

/** A path of the module, joined to its baseUrl. An address of its own would go around the baseUrl that admins see. */
export const Path = Type.String({ pattern: '^(?![a-zA-Z][a-zA-Z0-9+.-]*:|//)', minLength: 1, maxLength: 255 })

const currencies = Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), { maxItems: 300 })

export const PaymentSettings = Type.Object(
  {
    actions: Type.Object({
      create: Path,
      approve: Type.Optional(Path),
      cancel: Type.Optional(Path),
      refund: Type.Optional(Path),
      status: Type.Optional(Path),
      /** D-133 */
      statement: Type.Optional(Path),
    }),
    currencies,
    invoiceTypes: Type.Array(Type.Enum(['link']), { default: ['link'], maxItems: 1 }),
    shops: Type.Array(Type.Object({ code: Text(64), name: Text(), active: Type.Boolean({ default: false }) }), {
      default: [],
      maxItems: 1000,
    }),
    /** D-46: the module guarantees that a repeated Idempotency-Key has no second effect. */
    idempotent: Type.Boolean({ default: false }),
  },
  { title: 'PaymentSettings' },
)

export type PaymentSettings = Static<typeof PaymentSettings>

/** D-80: what a registration says. Absent currencies stay as they are; absent shops are none (P-05). */
export const PaymentEdit = Type.Object(
  { ...PaymentSettings.properties, currencies: Type.Optional(currencies) },
  { title: 'PaymentEdit' },
)

export type PaymentEdit = Static<typeof PaymentEdit>

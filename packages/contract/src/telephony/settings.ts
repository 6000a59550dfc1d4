import Type, { type Static } from 'typebox'
import { Code, IdText, Text, WebAddress } from '../base/types.ts'

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

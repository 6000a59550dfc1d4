import Type, { type Static } from 'typebox'
import { Code, IdText, Text, WebAddress } from '../base/types.ts'

const lists = {
  additionalCodes: Type.Array(Type.Object({ userId: IdText, code: Text(32) }), { maxItems: 10_000 }),
  externalPhones: Type.Array(Type.Object({ siteCode: Code, externalPhone: Text(32) }), { maxItems: 10_000 }),
}

export const TelephonySettings = Type.Object(
  {
    makeCallUrl: Type.Optional(WebAddress),
    changeUserStatusUrl: Type.Optional(WebAddress),
    /** D-120: answers with a link to the module's softphone, which the workspace shows in a frame. */
    softphoneUrl: Type.Optional(WebAddress),
    personalAccountUrl: Type.Optional(WebAddress),
    allowEdit: Type.Boolean({ default: false }),
    inputEventSupported: Type.Boolean({ default: false }),
    outputEventSupported: Type.Boolean({ default: false }),
    hangupEventSupported: Type.Boolean({ default: false }),
    ...lists,
  },
  { title: 'TelephonySettings' },
)

export type TelephonySettings = Static<typeof TelephonySettings>

/** D-80: what a registration says. A list that is absent stays as it is, also where an administrator set it; [] clears it. */
export const TelephonyEdit = Type.Object(
  {
    ...TelephonySettings.properties,
    additionalCodes: Type.Optional(lists.additionalCodes),
    externalPhones: Type.Optional(lists.externalPhones),
  },
  { title: 'TelephonyEdit' },
)

export type TelephonyEdit = Static<typeof TelephonyEdit>

import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Success, SuccessWith, Text, WebAddress } from '../../base/types.ts'

const Mappings = {
  additionalCodes: Type.Array(Type.Object({ userId: Id, code: Text(32) }), { maxItems: 10_000 }),
  externalPhones: Type.Array(Type.Object({ siteCode: Code, externalPhone: Text(32) }), { maxItems: 10_000 }),
}

export const getTelephonySettings = defineEndpoint({
  id: 'workspace.telephony-settings.get',
  summary: 'The settings of a telephony module: Additional codes, External numbers, and what it declares',
  method: 'GET',
  path: '/workspace/modules/{code}/telephony',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  status: 200,
  reply: SuccessWith({
    settings: Type.Object({
      allowEdit: Type.Boolean(),
      softphoneUrl: Type.Optional(WebAddress),
      personalAccountUrl: Type.Optional(WebAddress),
      inputEventSupported: Type.Boolean(),
      outputEventSupported: Type.Boolean(),
      hangupEventSupported: Type.Boolean(),
      ...Mappings,
    }),
  }),
  errors: ['not_found'],
})

export const editTelephonySettings = defineEndpoint({
  id: 'workspace.telephony-settings.edit',
  summary: 'Change Additional codes and External numbers, where the module allows it (T-02)',
  method: 'POST',
  path: '/workspace/modules/{code}/telephony',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  body: Type.Object(Mappings),
  status: 200,
  reply: Success,
  errors: ['not_found', 'settings_locked', 'entity_invalid'],
})

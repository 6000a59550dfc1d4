import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Line, SuccessWith, SuccessWithWarnings, Text, WebAddress } from '../base/types.ts'
import { TelephonyEdit, TelephonySettings } from '../telephony/settings.ts'
import { byCode, RegistrationInfo } from './registration.ts'

// The settings of an exchange as versions 3 and 4 of the API have them (wire habits 3.6). They are those of its module:
// `configuration` is the module and its telephony in one object, and an edit registers it: D-114.

const general = {
  active: Type.Optional(Type.Boolean()),
  name: Type.Optional(Text()),
  clientId: Type.Optional(Text(70)),
  image: Type.Optional(WebAddress),
}

export const TelephonyConfigurationEdit = Type.Object(
  {
    code: Type.Optional(Code),
    ...general,
    ...Type.Partial(TelephonyEdit).properties,
    personalAccountUrl: Type.Optional(WebAddress),
  },
  { title: 'TelephonyConfigurationEdit' },
)
export type TelephonyConfigurationEdit = Static<typeof TelephonyConfigurationEdit>

export const TelephonyConfiguration = Type.Object(
  {
    code: Code,
    active: Type.Boolean(),
    name: Text(),
    image: Type.Optional(Line(2048)),
    ...TelephonySettings.properties,
  },
  { title: 'TelephonyConfiguration' },
)
export type TelephonyConfiguration = Static<typeof TelephonyConfiguration>

export const getTelephonySettingV4 = defineEndpoint({
  id: 'telephony.setting-v4',
  summary: 'Get the settings of an exchange, as version 4 has them',
  method: 'GET',
  path: '/api/v4/telephony/setting/{code}',
  // An exchange looks for itself before it registers, and learns that it is not there.
  auth: { by: 'api-key', scope: 'telephony_read', beforeRegistration: true },
  ...byCode,
  status: 200,
  reply: SuccessWith({ configuration: TelephonyConfiguration }),
  errors: ['not_found'],
})

export const getTelephonySettingV3 = defineEndpoint({
  ...getTelephonySettingV4,
  id: 'telephony.setting-v3',
  summary: 'Get the settings of an exchange, as version 3 has them',
  path: '/api/v3/telephony/setting/{code}',
})

export const editTelephonySettingV4 = defineEndpoint({
  id: 'telephony.setting-edit-v4',
  summary: 'Register an exchange, or update its settings; absent members stay unchanged',
  method: 'POST',
  path: '/api/v4/telephony/setting/{code}/edit',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({ configuration: TelephonyConfigurationEdit }),
  status: 201,
  warns: true,
  reply: SuccessWithWarnings({ info: RegistrationInfo }),
  errors: ['key_of_other_module', 'module_of_other_key', 'key_replaced'],
})

export const editTelephonySettingV3 = defineEndpoint({
  id: 'telephony.setting-edit-v3',
  summary: 'Register an exchange, or update its settings, with the settings as plain parameters',
  method: 'POST',
  path: '/api/v3/telephony/settings/{code}',
  auth: { by: 'api-key', scope: 'integration_write' },
  ...byCode,
  body: Type.Object({
    ...general,
    makeCallUrl: Type.Optional(WebAddress),
    changeUserStatusUrl: Type.Optional(WebAddress),
  }),
  status: 201,
  reply: SuccessWithWarnings({ info: RegistrationInfo }),
  errors: ['key_of_other_module', 'module_of_other_key', 'key_replaced'],
})

import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Line, LocalTime, SuccessWith, WebAddress } from '../base/types.ts'

// D-06: the methods without a version in their path.

export const apiVersions = defineEndpoint({
  id: 'accounts.api-versions',
  summary: 'The versions of the integration API',
  method: 'GET',
  path: '/api/api-versions',
  auth: { by: 'api-key', scope: null },
  status: 200,
  reply: SuccessWith({ versions: Type.Array(Type.String()) }),
})

export const systemInfo = defineEndpoint({
  id: 'accounts.system-info',
  summary: 'The URL of this account; needs no key',
  method: 'GET',
  path: '/api/system-info',
  auth: { by: 'nobody' },
  status: 200,
  reply: SuccessWith({
    systemVersion: Type.String(),
    apiLevel: Type.Integer({ minimum: 1 }),
    publicUrl: WebAddress,
    technicalUrl: WebAddress,
  }),
})

const Setting = Type.Object({ value: Line(), updated_at: LocalTime })

export const getSettings = defineEndpoint({
  id: 'settings.get',
  summary: 'Currency, language and time zone of the account',
  method: 'GET',
  path: '/api/v5/settings',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({
    settings: Type.Object({
      default_currency: Setting,
      system_language: Setting,
      timezone: Setting,
      work_times: Type.Array(Type.Object({}), { description: 'not stored: always empty' }),
      non_working_days: Type.Array(Type.Object({}), { description: 'not stored: always empty' }),
      mg: Type.Object({}),
    }),
  }),
})

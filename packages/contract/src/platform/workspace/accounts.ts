import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line, SuccessWith } from '../../base/types.ts'

export const AccountSettings = Type.Object(
  { name: Line(), country: Line(2), currency: Line(3), locale: Line(35), timezone: Line(64) },
  { title: 'AccountSettings' },
)
export type AccountSettings = Static<typeof AccountSettings>

export const getAccountSettings = defineEndpoint({
  id: 'workspace.account.settings',
  summary: 'How this account writes times, money and phones',
  method: 'GET',
  path: '/workspace/account',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ settings: AccountSettings }),
})

export const changeAccountSettings = defineEndpoint({
  id: 'workspace.account.change',
  summary: 'Change them; phones that are kept already are not read anew',
  method: 'POST',
  path: '/workspace/account',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    locale: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 })),
    timezone: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_+/-]{1,64}$' })),
  }),
  status: 200,
  reply: SuccessWith({ settings: AccountSettings }),
})

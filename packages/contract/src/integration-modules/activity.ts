import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { Success, WebAddress } from '../base/types.ts'

/** D-13: sent when a module is switched on or off, frozen, or when the account moves. */
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

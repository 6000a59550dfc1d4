import { CHAT_DESCRIPTIONS } from './chats/descriptions.ts'
import { CRM_DESCRIPTIONS } from './crm/descriptions.ts'
import { INTEGRATION_MODULE_DESCRIPTIONS } from './integration-modules/descriptions.ts'
import { PAYMENT_DESCRIPTIONS } from './payments/descriptions.ts'
import { PLATFORM_DESCRIPTIONS } from './platform/descriptions.ts'
import { TELEPHONY_DESCRIPTIONS } from './telephony/descriptions.ts'

/** By the id of the operation; requests to modules have `send.` before their id. Apart from the endpoints, which browsers load. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...PLATFORM_DESCRIPTIONS,
  ...CRM_DESCRIPTIONS,
  ...TELEPHONY_DESCRIPTIONS,
  ...PAYMENT_DESCRIPTIONS,
  ...CHAT_DESCRIPTIONS,
  ...INTEGRATION_MODULE_DESCRIPTIONS,
}

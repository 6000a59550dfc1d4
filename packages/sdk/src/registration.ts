import type { TransportSettings } from '@patchbay/contract/chats/settings'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'

// What a module says of itself. The system fills in what is left out, so most members may be.

export type TelephonySaid = Partial<TelephonySettings>
export type PaymentSaid = Partial<PaymentSettings> & Pick<PaymentSettings, 'actions'>

type Integrations = { telephony?: TelephonySaid; payment?: PaymentSaid; mgTransport?: TransportSettings }

export type ModuleEdit = Omit<IntegrationModuleEdit, 'integrations'> & { integrations?: Integrations }

/** The part of a registration that follows from what a module serves. */
export type Part = { baseUrl: string; actions: { activity: string }; integrations: Integrations }

/** Joins what the parts of one module say; it has one address and one way to hear that it was switched off. */
export const mergeParts = (...parts: readonly [Part, ...Part[]]): Part => ({
  ...parts[0],
  integrations: Object.assign({}, ...parts.map((part) => part.integrations)),
})

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

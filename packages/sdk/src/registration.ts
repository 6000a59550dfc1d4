import type { TransportSettings } from '@patchbay/contract/chats/settings'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'

// The registration of a module. Most members are optional: the system fills in defaults.

export type TelephonyRegistration = Partial<TelephonySettings>
export type PaymentRegistration = Partial<PaymentSettings> & Pick<PaymentSettings, 'actions'>

type Integrations = {
  telephony?: TelephonyRegistration
  payment?: PaymentRegistration
  mgTransport?: TransportSettings
}

export type ModuleEdit = Omit<IntegrationModuleEdit, 'integrations'> & { integrations?: Integrations }

/** The part of a registration that one `serve…` produces. */
export type RegistrationPart = { baseUrl: string; actions: { activity: string }; integrations: Integrations }

/** Merges the parts of one module; it has one base URL and one activity callback, those of the first part. */
export const mergeRegistrations = (...parts: readonly [RegistrationPart, ...RegistrationPart[]]): RegistrationPart => ({
  ...parts[0],
  integrations: Object.assign({}, ...parts.map((part) => part.integrations)),
})

export const trimTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

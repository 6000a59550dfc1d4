import type { ErrorCode } from '@patchbay/contract/base/errors'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import { whyPaymentRefused } from '../../payments/shops/rules.ts'
import type { KeyBinding } from '../../platform/api-keys/store.ts'
import type { Integrations, KeptIntegrations, ModuleSettings } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { whyCodesRefused } from '../../telephony/settings/rules.ts'

export type EditDecision = { ok: true; settings: ModuleSettings } | { ok: false; fields: Record<string, string> }

const relativePaths = ({ actions, integrations }: ModuleSettings): string[] => [
  ...Object.values(actions),
  ...Object.values(integrations.payment?.actions ?? {}),
  ...Object.values(integrations.mgTransport?.actions ?? {}),
]

const whyRefused = (path: string, settings: ModuleSettings): Record<string, string> => {
  const fields: Record<string, string> = {}
  const { code, integrationCode, integrations } = settings
  if (code !== path) fields.code = `must equal the code in the address (${path})`
  // The text is known to public clients.
  else if (!code.startsWith(integrationCode)) fields.code = 'Code prefix must match integrationCode'
  if (!settings.baseUrl && relativePaths(settings).length > 0)
    fields.baseUrl = 'is needed, since there are actions with relative paths'
  const twice = whyCodesRefused(integrations.telephony?.additionalCodes ?? [])
  if (twice !== undefined) fields['integrations.telephony.additionalCodes'] = twice
  return { ...fields, ...whyPaymentRefused(integrations.payment) }
}

/** D-80: a list that the registration does not mention stays as it was. */
const withKeptLists = (before: KeptIntegrations | undefined, edit: Integrations): KeptIntegrations => {
  const { telephony, payment, mgTransport, ...rest } = edit
  const { refreshToken: _request, ...transport } = mgTransport ?? {}
  return {
    ...before,
    ...rest,
    ...(telephony && {
      telephony: {
        ...telephony,
        additionalCodes: telephony.additionalCodes ?? before?.telephony?.additionalCodes ?? [],
        externalPhones: telephony.externalPhones ?? before?.telephony?.externalPhones ?? [],
      },
    }),
    ...(payment && {
      payment: { ...payment, currencies: payment.currencies ?? before?.payment?.currencies ?? [] },
    }),
    ...(mgTransport && { mgTransport: transport }),
  }
}

/**
 * M-01, M-02, M-05, D-11, D-80: the settings after a registration. An absent member stays as it was; a kind of
 * integration that is given replaces the whole of that kind but its absent lists.
 */
export const decideEdit = (
  before: ModuleSettings | undefined,
  path: string,
  edit: IntegrationModuleEdit,
): EditDecision => {
  const settings: ModuleSettings = {
    code: edit.code,
    integrationCode: edit.integrationCode ?? before?.integrationCode ?? edit.code,
    active: edit.active ?? before?.active ?? true,
    name: edit.name ?? before?.name ?? edit.code,
    logo: edit.logo ?? before?.logo ?? null,
    clientId: edit.clientId ?? before?.clientId ?? null,
    baseUrl: edit.baseUrl ?? before?.baseUrl ?? null,
    accountUrl: edit.accountUrl ?? before?.accountUrl ?? null,
    actions: edit.actions ?? before?.actions ?? {},
    availableCountries: edit.availableCountries ?? before?.availableCountries ?? [],
    integrations: withKeptLists(before?.integrations, edit.integrations ?? {}),
  }
  const fields = whyRefused(path, settings)
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, settings }
}

/** D-69: whether pending webhooks can be sent now: the transport was switched on or has another address. */
export const canReceiveAgain = (before: Module, after: ModuleSettings): boolean =>
  before.active !== after.active ||
  before.integrations.mgTransport?.webhookUrl !== after.integrations.mgTransport?.webhookUrl

const addresses = ({ baseUrl, accountUrl, integrations: { telephony, mgTransport } }: ModuleSettings) =>
  [baseUrl, accountUrl, telephony?.makeCallUrl, telephony?.changeUserStatusUrl, mgTransport?.webhookUrl].flatMap(
    (address) => address ?? [],
  )

/** D-83: whether a module runs at a host, by the addresses that it registered. */
export const runsAt = (host: string, module: ModuleSettings): boolean =>
  addresses(module).some((address) => URL.parse(address)?.host === host)

export type KeyDecision =
  | { ok: true; binds: boolean }
  | { ok: false; because: Extract<ErrorCode, 'key_of_other_module' | 'module_of_other_key'> }

/**
 * D-81, D-83: whether a key may register a module, and whether it is bound to it by that. A module that another key speaks
 * for is taken over only by a one-step connection to the host where it runs, or after a user has deleted it.
 */
export const decideKey = (
  key: KeyBinding,
  code: string,
  module: (ModuleSettings & { removed: boolean }) | undefined,
  hasOtherKey: boolean,
): KeyDecision => {
  if (key.modules.includes(code)) return { ok: true, binds: false }
  if (key.modules.length > 0 && !key.severalModules) return { ok: false, because: 'key_of_other_module' }
  const isFree = !hasOtherKey || module?.removed
  const takesOver = module !== undefined && key.connectedHost !== null && runsAt(key.connectedHost, module)
  if (!isFree && !takesOver) return { ok: false, because: 'module_of_other_key' }
  return { ok: true, binds: true }
}

/** D-10: the addresses of a module, for the action log. */
export const addressesOf = (settings: ModuleSettings | undefined) => ({
  baseUrl: settings?.baseUrl,
  makeCallUrl: settings?.integrations.telephony?.makeCallUrl,
  changeUserStatusUrl: settings?.integrations.telephony?.changeUserStatusUrl,
  webhookUrl: settings?.integrations.mgTransport?.webhookUrl,
})

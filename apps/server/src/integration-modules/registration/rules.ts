import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import { whyPaymentRefused } from '../../payments/shops/rules.ts'
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

const withoutRequests = (integrations: Integrations): KeptIntegrations => {
  const { mgTransport, ...rest } = integrations
  if (!mgTransport) return rest
  const { refreshToken: _request, ...kept } = mgTransport
  return { ...rest, mgTransport: kept }
}

/**
 * M-01, M-02, M-05, D-11: the settings after a registration. An absent member stays as it was; a kind of integration
 * that is given replaces the whole of that kind.
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
    integrations: { ...before?.integrations, ...withoutRequests(edit.integrations ?? {}) },
  }
  const fields = whyRefused(path, settings)
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, settings }
}

/** D-69: whether pending webhooks can be sent now: the transport was switched on or has another address. */
export const canReceiveAgain = (before: Module, after: ModuleSettings): boolean =>
  before.active !== after.active ||
  before.integrations.mgTransport?.webhookUrl !== after.integrations.mgTransport?.webhookUrl

/** D-10: the addresses of a module, for the action log. */
export const addressesOf = (settings: ModuleSettings | undefined) => ({
  baseUrl: settings?.baseUrl,
  makeCallUrl: settings?.integrations.telephony?.makeCallUrl,
  changeUserStatusUrl: settings?.integrations.telephony?.changeUserStatusUrl,
  webhookUrl: settings?.integrations.mgTransport?.webhookUrl,
})

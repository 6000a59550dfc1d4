import { isCurrency } from '../base/currencies.ts'
import { repeated } from '../base/lists.ts'
import type { PaymentSettings } from '../payments/settings.ts'
import type { TelephonySettings } from '../telephony/settings.ts'
import type { IntegrationModuleEdit } from './registration.ts'

// What a registration becomes, and why one is refused beyond its schema. The server and `patchbay verify` both decide by it.

/** What is stored of a module's registration. */
export type ModuleSettings = {
  code: string
  integrationCode: string
  active: boolean
  name: string
  logo: string | null
  clientId: string | null
  baseUrl: string | null
  accountUrl: string | null
  actions: Record<string, string>
  availableCountries: string[]
  integrations: KeptIntegrations
}

export type Integrations = NonNullable<IntegrationModuleEdit['integrations']>
/** mgTransport.refreshToken is a request, not a setting; a list is always there (D-80). */
export type KeptIntegrations = Omit<Integrations, 'mgTransport' | 'telephony' | 'payment'> & {
  telephony?: TelephonySettings
  payment?: PaymentSettings
  mgTransport?: Omit<NonNullable<Integrations['mgTransport']>, 'refreshToken'>
}

/** D-35: each user has one extension in a module, and each extension one user. */
export const whyCodesRefused = (codes: TelephonySettings['additionalCodes']): string | undefined => {
  const code = repeated(codes.map((mapping) => mapping.code))
  if (code !== undefined) return `has the extension ${code} twice: an extension belongs to one user`
  const userId = repeated(codes.map((mapping) => mapping.userId))
  return userId === undefined ? undefined : `has the user ${userId} twice: a user has one extension in a module`
}

/** D-10: of the users and shops that the telephony settings name, those that exist are kept and the others reported. */
export const splitUnknown = (
  integrations: KeptIntegrations,
  userIds: ReadonlySet<number>,
  siteCodes: readonly string[],
) => {
  const { telephony } = integrations
  if (!telephony) return { integrations, notExistUsersIds: [], notExistSiteCodes: [] }
  const isUser = ({ userId }: { userId: string }) => userIds.has(Number(userId))
  const isSite = ({ siteCode }: { siteCode: string }) => siteCodes.includes(siteCode)
  const known = {
    ...telephony,
    additionalCodes: telephony.additionalCodes.filter(isUser),
    externalPhones: telephony.externalPhones.filter(isSite),
  }
  return {
    integrations: { ...integrations, telephony: known },
    notExistUsersIds: telephony.additionalCodes
      .filter((mapping) => !isUser(mapping))
      .map(({ userId }) => Number(userId)),
    notExistSiteCodes: telephony.externalPhones.filter((mapping) => !isSite(mapping)).map(({ siteCode }) => siteCode),
  }
}

/** P-02, P-04: currencies must exist and shop codes must be unique. */
export const whyPaymentRefused = (payment: KeptIntegrations['payment']): Record<string, string> => {
  const fields: Record<string, string> = {}
  const unknown = payment?.currencies.filter((code) => !isCurrency(code)) ?? []
  if (unknown.length > 0)
    fields['integrations.payment.currencies'] = `must be currencies of ISO 4217; these are not: ${unknown.join(', ')}`
  const twice = repeated(payment?.shops.map(({ code }) => code) ?? [])
  if (twice !== undefined)
    fields['integrations.payment.shops'] = `has the code ${twice} twice: a shop has a code of its own`
  return fields
}

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

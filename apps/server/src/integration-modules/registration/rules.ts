import { isCurrency } from '@patchbay/contract/base/currencies'
import type { IntegrationModuleEdit, TelephonySettings } from '@patchbay/contract/integration-modules/registration'

// Pure decisions about the registry: what an edit makes of a module, and when a module is told of its state.

/** D-09: for so long the secret before this one signs as well. */
export const SECRET_OVERLAP_HOURS = 24

/** What is kept of a module's own words. */
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

type Integrations = NonNullable<IntegrationModuleEdit['integrations']>
/** mgTransport.refreshToken is a request, not a setting. */
export type KeptIntegrations = Omit<Integrations, 'mgTransport'> & {
  mgTransport?: Omit<NonNullable<Integrations['mgTransport']>, 'refreshToken'>
}

export type EditDecision = { ok: true; settings: ModuleSettings } | { ok: false; fields: Record<string, string> }

const relativePaths = ({ actions, integrations }: ModuleSettings): string[] => [
  ...Object.values(actions),
  ...Object.values(integrations.payment?.actions ?? {}),
  ...Object.values(integrations.mgTransport?.actions ?? {}),
]

const repeated = (values: readonly string[]): string | undefined =>
  values.find((value, index) => values.indexOf(value) !== index)

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

/** P-02, P-04: currencies that exist, and shops that can be told apart. */
const whyPaymentRefused = (payment: KeptIntegrations['payment']): Record<string, string> => {
  const fields: Record<string, string> = {}
  const unknown = payment?.currencies.filter((code) => !isCurrency(code)) ?? []
  if (unknown.length > 0) fields['integrations.payment.currencies'] = `not in ISO 4217: ${unknown.join(', ')}`
  const twice = repeated(payment?.shops.map(({ code }) => code) ?? [])
  if (twice !== undefined) fields['integrations.payment.shops'] = `${twice} stands there twice`
  return fields
}

/** D-35 */
const whyCodesRefused = (codes: TelephonySettings['additionalCodes']): string | undefined => {
  const twice = repeated(codes.map((mapping) => mapping.code)) ?? repeated(codes.map((mapping) => mapping.userId))
  return twice && `${twice} stands there twice: each user has one extension, each extension one user`
}

const withoutRequests = (integrations: Integrations): KeptIntegrations => {
  const { mgTransport, ...rest } = integrations
  if (!mgTransport) return rest
  const { refreshToken: _request, ...kept } = mgTransport
  return { ...rest, mgTransport: kept }
}

/**
 * M-01, M-02, M-05, D-11: what a registration makes of the module that was there, if one was. A member that is absent
 * stays as it was; a kind of integration that is given replaces what stood there for that kind.
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

type MappingsEdit = {
  additionalCodes: readonly { userId: number; code: string }[]
  externalPhones: TelephonySettings['externalPhones']
}

/** T-03, T-04: what a user's edit of the two maps makes of the settings. A person is told at once what does not exist. */
export const decideTelephonyEdit = (
  before: TelephonySettings,
  edit: MappingsEdit,
  userIds: ReadonlySet<number>,
  siteCodes: readonly string[],
): { ok: true; telephony: TelephonySettings } | { ok: false; fields: Record<string, string> } => {
  const additionalCodes = edit.additionalCodes.map(({ userId, code }) => ({ userId: String(userId), code }))
  const stranger = edit.additionalCodes.find(({ userId }) => !userIds.has(userId))
  const nowhere = edit.externalPhones.find(({ siteCode }) => !siteCodes.includes(siteCode))
  const codes = stranger ? `there is no user ${stranger.userId}` : whyCodesRefused(additionalCodes)
  const fields = {
    ...(codes !== undefined && { additionalCodes: codes }),
    ...(nowhere && { externalPhones: `there is no shop ${nowhere.siteCode}` }),
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return { ok: true, telephony: { ...before, additionalCodes, externalPhones: [...edit.externalPhones] } }
}

/** M-07: the kinds of integration that a module carries. */
export const kindsOf = (integrations: KeptIntegrations): string[] =>
  Object.entries(integrations)
    .filter(([, settings]) => settings !== undefined)
    .map(([kind]) => kind)
    .sort()

/** Joins baseUrl and path with exactly one slash. */
export const joinUrl = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

const RETRY_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800]
const GIVE_UP_AFTER_MS = 3 * 86_400_000

/** D-13: when to tell a module of its state again, after so many failures; undefined when it is time to give up. */
export const retryDelay = (failures: number, failingForMs: number, random: number): number | undefined => {
  if (failingForMs > GIVE_UP_AFTER_MS) return undefined
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 0
  return seconds * (0.8 + 0.4 * random)
}

import { API_LEVEL } from '@patchbay/contract/base/api-level'
import { isCountry } from '@patchbay/contract/base/countries'
import { isCurrentCurrency } from '@patchbay/contract/base/currencies'
import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { apiVersions, getSettings, systemInfo } from '@patchbay/contract/platform/accounts'
import type {
  AccountSettings,
  changeAccountSettings,
  getAccountSettings,
} from '@patchbay/contract/platform/workspace/accounts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { VERSION } from '../../lib/process/version.ts'
import { insertAction } from '../action-log/store.ts'
import { getUserName } from '../users/store.ts'
import { changedSettings, isTimezone } from './rules.ts'
import { type Account, getAccount, updateLimits, updateSettings } from './store.ts'

export const showVersions: Action<Deps, typeof apiVersions> = async () => ({
  success: true,
  versions: ['3.0', '4.0', '5.0'],
})

/** D-06: needs no key: modules read publicUrl before they have one. */
export const showSystemInfo: Action<Deps, typeof systemInfo> = async (deps, caller) => {
  const { publicUrl } = await deps.accounts.account(caller.accountId)
  return { success: true, systemVersion: VERSION, apiLevel: API_LEVEL, publicUrl, technicalUrl: publicUrl }
}

/** The account's time zone, currency and language, in the shape that modules expect. */
export const showApiSettings: Action<Deps, typeof getSettings> = async (deps, caller) => {
  const account = await deps.accounts.account(caller.accountId)
  const since = toLocalTime(account.createdAt, account.timezone)
  const setting = (value: string) => ({ value, updated_at: since })
  return {
    success: true,
    settings: {
      default_currency: setting(account.currency),
      system_language: setting(account.locale),
      timezone: setting(account.timezone),
      work_times: [],
      non_working_days: [],
      mg: {},
    },
  }
}

const present = ({
  name,
  country,
  currency,
  locale,
  timezone,
  limits,
  callbackMinutes,
  serviceLevelSeconds,
}: Account): AccountSettings => ({
  name,
  country,
  currency,
  locale,
  timezone,
  limits,
  callbackMinutes,
  serviceLevelSeconds,
})

/** As the Action Log names them: limits.api beside timezone. */
const flatten = ({
  limits,
  callbackMinutes,
  serviceLevelSeconds,
  ...settings
}: AccountSettings): Record<string, string> => ({
  ...settings,
  callbackMinutes: String(callbackMinutes),
  serviceLevelSeconds: String(serviceLevelSeconds),
  ...Object.fromEntries(Object.entries(limits).map(([family, limit]) => [`limits.${family}`, String(limit)])),
})

export const showAccountSettings: Action<Deps, typeof getAccountSettings> = async (deps, caller) => ({
  success: true,
  settings: present(await inAccount(deps.db, caller.accountId, getAccount)),
})

export const saveAccountSettings: Action<Deps, typeof changeAccountSettings> = async (deps, caller, { body }) => {
  if (body.timezone !== undefined && !isTimezone(body.timezone))
    fail('entity_invalid', { fields: { timezone: 'is not a time zone of the IANA list' } })
  if (body.currency !== undefined && !isCurrentCurrency(body.currency))
    fail('entity_invalid', { fields: { currency: 'is not a currency of ISO 4217' } })
  if (body.country !== undefined && !isCountry(body.country))
    fail('entity_invalid', { fields: { country: 'is not a country of ISO 3166' } })
  const settings = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = present(await getAccount(trx))
    const { limits, ...settings } = body
    if (Object.keys(settings).length > 0) await updateSettings(trx, settings)
    if (limits) await updateLimits(trx, limits)
    const after = present(await getAccount(trx))
    const changes = changedSettings(flatten(before), flatten(after))
    if (Object.keys(changes).length > 0) {
      const actor = await getUserName(trx, caller.userId)
      await insertAction(trx, { recordType: 'Settings', actor, action: 'settings.changed', detail: { changes } })
    }
    return after
  })
  return { success: true, settings }
}

import type {
  getNotificationSettings,
  saveNotificationSettings,
} from '@patchbay/contract/platform/workspace/notification-settings'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { settingsFrom } from './rules.ts'
import { listSettings, saveSettings } from './store.ts'

export const showOwnSettings: Action<Deps, typeof getNotificationSettings> = async (deps, { accountId, userId }) => {
  const stored = await inAccount(deps.db, accountId, (trx) => listSettings(trx, [userId]))
  return { success: true, settings: stored.get(userId) ?? settingsFrom(undefined) }
}

export const saveOwnSettings: Action<Deps, typeof saveNotificationSettings> = async (deps, caller, { body }) => {
  await inAccount(deps.db, caller.accountId, (trx) => saveSettings(trx, caller.userId, body))
  return { success: true }
}

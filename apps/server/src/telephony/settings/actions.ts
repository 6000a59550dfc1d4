import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import type { editTelephonySettings, getTelephonySettings } from '@patchbay/contract/telephony/workspace/settings'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isLocked } from '../../platform/modules/rules.ts'
import { findModule, lockModule, type Module, updateTelephony } from '../../platform/modules/store.ts'
import { listShopCodes } from '../../platform/shops/store.ts'
import { getUserName, listExistingUserIds } from '../../platform/users/store.ts'
import { decideTelephonyEdit } from './rules.ts'
import { saveMappings } from './service.ts'

// The settings page of a telephony module, sections Additional codes and External numbers (T-02…T-05).

const telephonyOf = (module: Module | undefined): TelephonySettings =>
  (module && !module.removed ? module.integrations.telephony : undefined) ?? fail('not_found')

export const showTelephonySettings: Action<Deps, typeof getTelephonySettings> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { makeCallUrl: _a, changeUserStatusUrl: _b, ...shown } = telephonyOf(await findModule(trx, params.code))
    const additionalCodes = shown.additionalCodes.map(({ userId, code }) => ({ userId: Number(userId), code }))
    return { success: true, settings: { ...shown, additionalCodes } }
  })

/** T-02: where the module forbids it, users change nothing; the module itself still does, through the API. */
export const saveTelephonySettings: Action<Deps, typeof editTelephonySettings> = async (
  deps,
  caller,
  { params, body },
) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = await lockModule(trx, params.code)
    const before = telephonyOf(module)
    if (!module) return fail('not_found')
    if (isLocked(module)) fail('settings_locked')
    const users = await listExistingUserIds(
      trx,
      body.additionalCodes.map(({ userId }) => userId),
    )
    const decision = decideTelephonyEdit(before, body, users, await listShopCodes(trx))
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await updateTelephony(trx, module.id, decision.telephony)
    await saveMappings(trx, module.id, decision.telephony, (await getAccount(trx)).country)
    await insertAction(trx, {
      recordType: 'Integration modules',
      actor: await getUserName(trx, caller.userId),
      action: 'module.extensions-changed',
      subject: params.code,
      detail: { additionalCodes: body.additionalCodes, externalPhones: body.externalPhones },
    })
  })
  await deps.live.publish(caller.accountId, { type: 'module-changed', code: params.code })
  return { success: true }
}

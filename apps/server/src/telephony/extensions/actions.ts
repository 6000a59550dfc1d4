import type { listUserExtensions, saveUserExtension } from '@patchbay/contract/telephony/workspace/extensions'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isLocked } from '../../platform/modules/rules.ts'
import { listModules, lockModule, updateTelephony } from '../../platform/modules/store.ts'
import { findUser, getUserName } from '../../platform/users/store.ts'
import { saveMappings } from '../settings/service.ts'
import { withExtension } from './rules.ts'

export const showExtensions: Action<Deps, typeof listUserExtensions> = async (deps, caller) => {
  const modules = (await inAccount(deps.db, caller.accountId, listModules)).flatMap(({ integrations, ...module }) =>
    integrations.telephony && !module.removed ? [{ ...module, integrations, telephony: integrations.telephony }] : [],
  )
  return {
    success: true,
    modules: modules.map((module) => ({ code: module.code, name: module.name, locked: isLocked(module) })),
    extensions: modules.flatMap(({ code, telephony }) =>
      telephony.additionalCodes.map(({ userId, code: extension }) => ({
        userId: Number(userId),
        module: code,
        extension,
      })),
    ),
  }
}

/** T-02, T-03: the same settings that the page of the module edits, for one user. */
export const saveExtension: Action<Deps, typeof saveUserExtension> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = await lockModule(trx, body.module)
    const before = module && !module.removed ? module.integrations.telephony : undefined
    if (!module || !before) return fail('not_found')
    if (isLocked(module)) fail('settings_locked')
    const user = (await findUser(trx, params.id)) ?? fail('not_found')
    const additionalCodes = withExtension(before.additionalCodes, String(user.id), body.extension.trim())
    if (!additionalCodes) return fail('extension_taken', { values: { extension: body.extension.trim() } })
    const telephony = { ...before, additionalCodes }
    await updateTelephony(trx, module.id, telephony)
    await saveMappings(trx, module.id, telephony, (await getAccount(trx)).country)
    await insertAction(trx, {
      recordType: 'Integration modules',
      actor: await getUserName(trx, caller.userId),
      action: 'module.extensions-changed',
      subject: module.code,
      detail: { user: user.email, extension: body.extension.trim() },
    })
  })
  await deps.live.publish(caller.accountId, { type: 'module-changed', code: body.module })
  return { success: true }
}

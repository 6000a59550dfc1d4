import type { removeModule, switchModule } from '@patchbay/contract/integration-modules/workspace/activity'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isLocked } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { changeState } from './service.ts'

/** D-96: where the module forbids it, users can only delete the integration. */
const rejectLocked = (module: Module): void => {
  if (isLocked(module)) fail('module_locked')
}

export const setModuleActive: Action<Deps, typeof switchModule> = async (deps, caller, { params, body }) => {
  const action = body.active ? 'module.activated' : 'module.deactivated'
  const actor = (trx: Db) => getUserName(trx, caller.userId)
  await changeState(deps, caller.accountId, params.code, { active: body.active }, action, actor, rejectLocked)
  return { success: true }
}

/** D-15: the module is notified that it is off; the row stays, for the calls and invoices that point at it. */
export const deleteIntegration: Action<Deps, typeof removeModule> = async (deps, caller, { params }) => {
  await changeState(deps, caller.accountId, params.code, { active: false, removed: true }, 'module.deleted', (trx) =>
    getUserName(trx, caller.userId),
  )
  return { success: true }
}

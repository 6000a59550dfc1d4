import type { removeModule, switchModule } from '@patchbay/contract/integration-modules/workspace/activity'
import type { Deps } from '../../deps.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getUserName } from '../../platform/users/store.ts'
import { changeState } from './service.ts'

export const setModuleActive: Action<Deps, typeof switchModule> = async (deps, caller, { params, body }) => {
  const action = body.active ? 'switched on' : 'switched off'
  await changeState(deps, caller.accountId, params.code, { active: body.active }, action, (trx) =>
    getUserName(trx, caller.userId),
  )
  return { success: true }
}

/** D-15: the module is notified that it is off; the row stays, for the calls and invoices that point at it. */
export const deleteIntegration: Action<Deps, typeof removeModule> = async (deps, caller, { params }) => {
  await changeState(deps, caller.accountId, params.code, { active: false, removed: true }, 'deleted', (trx) =>
    getUserName(trx, caller.userId),
  )
  return { success: true }
}

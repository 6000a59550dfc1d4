import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import { resumeDeliveries } from '../../chats/webhook-delivery/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { listModules, lockModule, type Module, type StateChange, updateState } from '../../platform/modules/store.ts'
import { STATE_LANE } from './rules.ts'

/** D-13: saves the change and enqueues the activity callback in one transaction; it is sent later and holds no lock. */
export const changeState = async (
  deps: Deps,
  accountId: number,
  code: string,
  change: StateChange,
  action: ActionCode,
  actor: (trx: Db) => Promise<string>,
  rejectIf?: (module: Module) => void,
): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const module = await lockModule(trx, code)
    if (!module || module.removed) return fail('not_found')
    rejectIf?.(module)
    await updateState(trx, module.id, change)
    await deps.lanes.enqueue(trx, stateLane(module), 'at once')
    await resumeDeliveries(deps, trx, module.id)
    await insertAction(trx, { recordType: 'Integration modules', actor: await actor(trx), action, subject: code })
  })
  await deps.lanes.notifyWorkers()
  await deps.live.publish(accountId, { type: 'module-changed', code })
}

export const stateLane = ({ id }: Pick<Module, 'id'>) => ({ kind: STATE_LANE, key: String(id), endpoint: String(id) })

/** On the command line: an account that does not pay, a module that misbehaves. */
export const freezeModule = (deps: Deps, accountId: number, code: string, frozen: boolean): Promise<void> =>
  changeState(deps, accountId, code, { frozen }, frozen ? 'module.frozen' : 'module.unfrozen', async () => 'operator')

/** D-13: the account's address changed, and every module has to know it. */
export const enqueueActivityCallbacks = async (deps: Deps, trx: Db): Promise<void> => {
  for (const module of await listModules(trx)) {
    await updateState(trx, module.id, {})
    await deps.lanes.enqueue(trx, stateLane(module))
  }
}

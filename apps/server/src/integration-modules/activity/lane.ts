import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { moduleActivity } from '@patchbay/contract/integration-modules/activity'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { callModule } from '../../platform/modules/client.ts'
import { joinUrl } from '../../platform/modules/rules.ts'
import { findModuleById, updateAcknowledgedVersion } from '../../platform/modules/store.ts'
import { retryDelay } from './rules.ts'

const TOTAL_MS = 20_000

/**
 * D-13: notifies a module whether it is on, and of the account's address. It sends the state of this moment, so a retry
 * never sends an older one. No transaction is open during the call: public modules register again while answering it.
 */
export const sendActivityCallback =
  (deps: Deps): LaneHandler =>
  async ({ accountId, key, failures, failingSince }): Promise<LaneResult> => {
    const { module, account } = await inAccount(deps.db, accountId, async (trx) => ({
      module: await findModuleById(trx, Number(key)),
      account: await getAccount(trx),
    }))
    if (!module) return 'done'
    const path = module.actions.activity
    if (path !== undefined && module.baseUrl !== null) {
      const activity = { active: module.active, freeze: module.frozen }
      const parameters: ParametersOf<typeof moduleActivity> = { activity, systemUrl: account.publicUrl }
      const answer = await callModule(deps, module, {
        method: 'POST',
        url: joinUrl(module.baseUrl, path),
        form: encodeParameters(parameters),
        totalMs: TOTAL_MS,
        evenIfDisabled: true,
        purpose: { code: 'module.activity' },
      })
      if (!answer.ok || answer.status >= 300) {
        const failingForMs = failingSince ? deps.now().getTime() - failingSince.getTime() : 0
        const retryInSeconds = retryDelay(failures, failingForMs, Math.random())
        if (retryInSeconds !== undefined) return { retryInSeconds }
        const detail = { reason: answer.ok ? `answered ${answer.status}` : answer.reason }
        const record = {
          recordType: 'Integration modules',
          actor: 'system',
          action: 'module.callback-abandoned',
          subject: module.code,
          detail,
        } as const
        await inAccount(deps.db, accountId, (trx) => insertAction(trx, record))
        return 'done'
      }
    }
    await inAccount(deps.db, accountId, (trx) => updateAcknowledgedVersion(trx, module.id, module.stateVersion))
    return 'done'
  }

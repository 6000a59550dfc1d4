import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { findUserStatus } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { sendUserStatus } from './client.ts'
import { retryAfter, statusUrlOf } from './rules.ts'

/** T-09…T-12, D-32, D-33 */
export const notifyUserStatus =
  (deps: Deps): LaneHandler =>
  async ({ accountId, key, failures, failingSince }): Promise<LaneResult> => {
    const [moduleId = 0, userId = 0] = key.split(':').map(Number)
    const { module, code, status } = await inAccount(deps.db, accountId, async (trx) => ({
      module: await findModuleById(trx, moduleId),
      code: (await listExtensionsOf(trx, userId)).find((one) => one.moduleId === moduleId)?.code,
      status: await findUserStatus(trx, userId),
    }))
    const url = statusUrlOf(module, code)
    if (!module || !url || code === undefined || status === undefined) return 'done'
    const answer = await sendUserStatus(deps, module, url, { userId: String(userId), code, status })
    // T-12: any answer counts as delivered; only a network failure is retried.
    if (answer.ok || answer.kind === 'refused') return 'done'
    const retryInSeconds = retryAfter(failures, failingSince, deps.now())
    return retryInSeconds === undefined ? 'done' : { retryInSeconds }
  }

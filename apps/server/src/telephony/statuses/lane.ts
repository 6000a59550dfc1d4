import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { userStatusChanged } from '@patchbay/contract/telephony/callbacks'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { callModule } from '../../platform/modules/client.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { findUserStatus } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { retryAfter } from './rules.ts'

const TOTAL_MS = 5_000

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
    const url = module?.integrations.telephony?.changeUserStatusUrl
    if (!module || !url || code === undefined || status === undefined) return 'done'
    const parameters: ParametersOf<typeof userStatusChanged> = { userId: String(userId), code, status }
    const answer = await callModule(deps, module, {
      method: 'GET',
      url,
      query: encodeParameters(parameters),
      totalMs: TOTAL_MS,
    })
    // T-12: any answer counts as delivered; only a network failure is retried.
    if (answer.ok || answer.kind === 'refused') return 'done'
    const retryInSeconds = retryAfter(failures, failingSince, deps.now())
    return retryInSeconds === undefined ? 'done' : { retryInSeconds }
  }

import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { userStatusChanged } from '@patchbay/contract/telephony/callbacks'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { callModule } from '../../platform/modules/client.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { findUserStatus } from '../../platform/users/store.ts'
import { listExtensionsOf } from '../settings/store.ts'
import { GIVE_UP_MS, RETRY_SECONDS } from './rules.ts'

const TOTAL_MS = 5_000

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
    // Whatever the exchange answers is ignored; only when nothing came back is it told again.
    if (answer.ok || answer.kind === 'refused') return 'done'
    if (failingSince && deps.now().getTime() - failingSince.getTime() > GIVE_UP_MS) return 'done'
    return { retryInSeconds: RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 60 }
  }

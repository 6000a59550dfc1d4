import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { tellUserStatus } from '@patchbay/contract/telephony/events'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Outcome, Server } from '../../lib/queue/lanes.ts'
import { callModule } from '../../platform/modules/client.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { findUserStatus, listExtensionsOf } from '../settings/store.ts'

// T-09…T-12, D-32, D-33: the exchange is told that a user is free, busy, at dinner or on a break. One lane per user and
// exchange; what is sent is the status of the moment, so a newer one replaces an older one that was not delivered.

export const STATUS_LANE = 'user-status'

const TOTAL_MS = 5_000
const GIVE_UP_MS = 10 * 60_000
const RETRY_SECONDS = [2, 5, 10, 20, 30, 60]

/** To be called in the transaction that changes the status; afterwards `deps.lanes.nudge()`. */
export const wakeStatusLanes = async (deps: Pick<Deps, 'lanes'>, trx: Db, userId: number): Promise<void> => {
  for (const { moduleId } of await listExtensionsOf(trx, userId)) {
    await deps.lanes.wake(
      trx,
      { kind: STATUS_LANE, key: `${moduleId}:${userId}`, endpoint: String(moduleId) },
      'at once',
    )
  }
}

export const tellStatus =
  (deps: Deps): Server =>
  async ({ accountId, key, failures, failingSince }): Promise<Outcome> => {
    const [moduleId = 0, userId = 0] = key.split(':').map(Number)
    const { module, code, status } = await inAccount(deps.db, accountId, async (trx) => ({
      module: await findModuleById(trx, moduleId),
      code: (await listExtensionsOf(trx, userId)).find((one) => one.moduleId === moduleId)?.code,
      status: await findUserStatus(trx, userId),
    }))
    const url = module?.integrations.telephony?.changeUserStatusUrl
    if (!module || !url || code === undefined || status === undefined) return 'done'
    const parameters: ParametersOf<typeof tellUserStatus> = { userId: String(userId), code, status }
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

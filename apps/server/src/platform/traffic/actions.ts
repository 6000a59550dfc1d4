import type { listTraffic } from '@patchbay/contract/platform/workspace/traffic'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findDay } from './budget-store.ts'
import { utcDay } from './rules.ts'
import { listExchanges } from './store.ts'

export const showTraffic: Action<Deps, typeof listTraffic> = async (deps, caller, { query }) => {
  // The request that somebody looks for may be a moment old.
  await deps.traffic.flush(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const today = await findDay(trx, utcDay(deps.now()))
    return {
      success: true,
      exchanges: await listExchanges(trx, query),
      ...(today &&
        today.unlogged > 0 && {
          unlogged: { requests: today.unlogged, bytesPerDay: deps.config.trafficBytesPerDay },
        }),
    }
  })
}

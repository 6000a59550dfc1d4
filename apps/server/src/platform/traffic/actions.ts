import type { listTraffic } from '@patchbay/contract/platform/workspace/traffic'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchanges } from './store.ts'

export const showTraffic: Action<Deps, typeof listTraffic> = async (deps, caller, { query }) => ({
  success: true,
  exchanges: await inAccount(deps.db, caller.accountId, (trx) => listExchanges(trx, query)),
})

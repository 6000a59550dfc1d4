import type { listTraffic } from '@patchbay/contract/traffic'
import type { Deps } from '../deps.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { listExchanges } from './store.ts'

export const showTraffic: Action<Deps, typeof listTraffic> = async (deps, caller, { query }) => ({
  success: true,
  exchanges: await inAccount(deps.db, caller.accountId, (trx) => listExchanges(trx, query)),
})

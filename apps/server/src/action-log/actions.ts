import type { listActionLog } from '@patchbay/contract/action-log'
import type { Deps } from '../deps.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { listActions } from './store.ts'

export const showActionLog: Action<Deps, typeof listActionLog> = async (deps, caller, { query }) => ({
  success: true,
  records: await inAccount(deps.db, caller.accountId, (trx) => listActions(trx, query)),
})

import type { listActionLog } from '@patchbay/contract/platform/workspace/action-log'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listActions } from './store.ts'

export const showActionLog: Action<Deps, typeof listActionLog> = async (deps, caller, { query }) => ({
  success: true,
  records: await inAccount(deps.db, caller.accountId, (trx) => listActions(trx, query)),
})

import type { listMissedCalls as listEndpoint } from '@patchbay/contract/telephony/workspace/missed-calls'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { waitingList } from '../../lib/db/waiting-list.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listMissedCalls } from './store.ts'
import { viewMissedCall } from './view.ts'

/** D-25 */
export const showMissedCalls: Action<Deps, typeof listEndpoint> = async (deps, caller) => {
  const { items, count } = waitingList(await inAccount(deps.db, caller.accountId, listMissedCalls))
  return { success: true, missedCalls: { items: items.map(viewMissedCall), count } }
}

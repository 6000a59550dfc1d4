import type { listOpenCalls as listEndpoint } from '@patchbay/contract/telephony/workspace/open-calls'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listOpenCalls } from './store.ts'
import { viewOpenCall } from './view.ts'

/** D-131 */
export const showOpenCalls: Action<Deps, typeof listEndpoint> = async (deps, { accountId }) => {
  const calls = await inAccount(deps.db, accountId, listOpenCalls)
  return { success: true, calls: calls.map(viewOpenCall) }
}

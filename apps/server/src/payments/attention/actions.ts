import type { listPaymentAttention } from '@patchbay/contract/payments/workspace/attention'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { waitingList } from '../../lib/db/waiting-list.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listDiscrepancies } from '../discrepancies/store.ts'
import { viewDiscrepancy } from '../discrepancies/view.ts'
import { listExpiringHolds, listUnresolvedOperations } from './store.ts'
import { viewHold, viewOperation } from './view.ts'

/** As far ahead as the task that warns of a hold: in the evening, one that expires at night still counts. */
const AHEAD_MS = 24 * 3_600_000

/** D-42, D-46 */
export const showPaymentAttention: Action<Deps, typeof listPaymentAttention> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const holds = waitingList(await listExpiringHolds(trx, new Date(deps.now().getTime() + AHEAD_MS)))
    const operations = waitingList(await listUnresolvedOperations(trx))
    const open = { open: true, before: undefined }
    const discrepancies = caller.role === 'admin' ? waitingList(await listDiscrepancies(trx, open)) : undefined
    return {
      success: true,
      holds: { ...holds, items: holds.items.map(viewHold) },
      operations: { ...operations, items: operations.items.map(viewOperation) },
      ...(discrepancies && {
        discrepancies: { ...discrepancies, items: discrepancies.items.map(viewDiscrepancy) },
      }),
    }
  })

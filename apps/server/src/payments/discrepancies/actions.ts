import type {
  listDiscrepancies as listEndpoint,
  resolveDiscrepancy,
} from '@patchbay/contract/payments/workspace/discrepancies'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { listDiscrepancies, updateResolved } from './store.ts'
import { viewDiscrepancy } from './view.ts'

/** D-42 */
export const showDiscrepancies: Action<Deps, typeof listEndpoint> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const rows = await listDiscrepancies(trx, { open: !query.resolved, before: query.before })
    return { success: true, discrepancies: rows.map(viewDiscrepancy) }
  })

export const markResolved: Action<Deps, typeof resolveDiscrepancy> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const actor = await getUserName(trx, caller.userId)
    if (!(await updateResolved(trx, params.discrepancyId, actor, body.resolution))) fail('not_found')
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor,
      action: 'discrepancy.resolved',
      subject: String(params.discrepancyId),
      detail: { resolution: body.resolution },
    })
  })
  return { success: true }
}

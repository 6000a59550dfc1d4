import type { listCustomerTimeline } from '@patchbay/contract/crm/workspace/timeline'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listMergedIds } from '../customer-merges/store.ts'
import { findCustomer } from '../customers/store.ts'
import { listTimeline } from './store.ts'

export const showCustomerTimeline: Action<Deps, typeof listCustomerTimeline> = (deps, caller, { params, query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { id } = (await findCustomer(trx, params.id)) ?? fail('not_found')
    const entries = await listTimeline(trx, { customerIds: [id, ...(await listMergedIds(trx, id))] }, query)
    const last = entries.length === query.limit ? entries.at(-1) : undefined
    return {
      success: true,
      entries: entries.map(({ customerId: _, mark: _mark, orderId, at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        ...(orderId !== null && { orderId }),
      })),
      ...(last && { next: last.mark }),
    }
  })

import type {
  mergeCustomers as mergeCustomersEndpoint,
  undoMerge as undoMergeEndpoint,
} from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type Customer, historyFields } from '../customers/rules.ts'
import { changedCustomer, publishCustomerChanged } from '../customers/service.ts'
import { deleteCustomer, lockCustomer, restoreCustomer, touchCustomer, updateCustomer } from '../customers/store.ts'
import { changesOf, customerCreated } from '../history/rules.ts'
import { insertChanges } from '../history/store.ts'
import { indexCustomer, removeCustomerFromIndex } from '../search/service.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { decideMerge, decideUndo, type Merged, undoableSince } from './rules.ts'
import { moveBelongings, moveBelongingsBack } from './service.ts'
import { findMerge, insertMerge, updateUndone } from './store.ts'

const nameOf = ({ firstName, lastName }: Customer): string => `${firstName} ${lastName}`.trim()

const fieldsOf = ({ externalId, firstName, lastName, patronymic, managerId, address, ...more }: Customer): Merged => ({
  ...{ externalId, firstName, lastName, patronymic, managerId, address, phones: more.phones, emails: more.emails },
})

/** Locked by ascending id: two merges of the same customers do not deadlock. */
const lockBoth = async (trx: Db, id: number, duplicateId: number) => {
  const locked = new Map<number, Customer>()
  for (const one of [id, duplicateId].toSorted((a, b) => a - b))
    locked.set(one, (await lockCustomer(trx, one)) ?? fail('not_found'))
  const [kept, duplicate] = [locked.get(id) ?? fail('not_found'), locked.get(duplicateId) ?? fail('not_found')]
  return kept.id === duplicate.id ? fail('same_customer') : { kept, duplicate }
}

export const mergeCustomers: Action<Deps, typeof mergeCustomersEndpoint> = async (deps, caller, { params, body }) => {
  const { id, keptId } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { kept, duplicate } = await lockBoth(trx, params.id, body.duplicateId)
    const after = decideMerge(kept, duplicate)
    const moved = await moveBelongings(trx, { from: duplicate.id, into: kept.id }, deps.customerBelongings)
    await deleteCustomer(trx, duplicate.id)
    await removeCustomerFromIndex(trx, duplicate.id)
    await updateCustomer(trx, kept.id, after)
    await indexCustomer(trx, kept.id, after)
    if (duplicate.lastContactAt) await touchCustomer(trx, kept.id, duplicate.lastContactAt)
    const merge = { keptId: kept.id, duplicate, keptBefore: fieldsOf(kept), keptAfter: after, moved }
    const mergeId = await insertMerge(trx, { ...merge, userId: caller.userId, createdAt: deps.now() })
    const detail = { mergeId, duplicateId: duplicate.id, name: nameOf(duplicate) }
    await insertTimeline(trx, { customerId: kept.id, kind: 'customer.merged', actor: actorOf(caller), detail })
    await insertChanges(
      trx,
      changedCustomer(kept, actorOf(caller)),
      changesOf(diffFields(historyFields(kept), historyFields(after))),
    )
    return { id: mergeId, keptId: kept.id }
  })
  await publishCustomerChanged(deps, caller.accountId, keptId)
  return { success: true, id }
}

export const undoMerge: Action<Deps, typeof undoMergeEndpoint> = async (deps, caller, { params }) => {
  const work = inAccount(deps.db, caller.accountId, async (trx) => {
    const now = (await lockCustomer(trx, params.id)) ?? fail('not_found')
    const { createdAt, duplicate, ...merge } = (await findMerge(trx, params.mergeId, params.id)) ?? fail('not_found')
    // A customer that was merged itself has another id now: the later merge has to be undone first.
    if (createdAt <= undoableSince(deps.now()) || now.id !== params.id) return fail('merge_final')
    if (!(await updateUndone(trx, merge.id, deps.now()))) return fail('not_found')
    const kept = decideUndo(merge.keptBefore, merge.keptAfter, now)
    await updateCustomer(trx, now.id, kept)
    await indexCustomer(trx, now.id, kept)
    await restoreCustomer(trx, duplicate)
    await indexCustomer(trx, duplicate.id, duplicate)
    const back = { from: now.id, into: duplicate.id }
    await moveBelongingsBack(trx, back, merge.moved, deps.customerBelongings)
    const detail = { mergeId: merge.id, duplicateId: duplicate.id, name: nameOf(duplicate) }
    for (const customerId of [now.id, duplicate.id])
      await insertTimeline(trx, { customerId, kind: 'customer.unmerged', actor: actorOf(caller), detail })
    await insertChanges(
      trx,
      changedCustomer(now, actorOf(caller)),
      changesOf(diffFields(historyFields(now), historyFields(kept))),
    )
    await insertChanges(trx, changedCustomer(duplicate, actorOf(caller)), [customerCreated(duplicate.id)])
    return duplicate.id
  })
  // Another customer got the duplicate's external id meanwhile.
  const duplicateId = await work.catch((error) => {
    throw isDuplicate(error) ? fail('merge_final') : error
  })
  await publishCustomerChanged(deps, caller.accountId, params.id)
  return { success: true, duplicateId }
}

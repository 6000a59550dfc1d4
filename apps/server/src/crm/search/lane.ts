import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { listCustomersById } from '../customers/list-store.ts'
import { listOrdersById } from '../orders/store.ts'
import { customerTokens, orderTokens } from './rules.ts'
import { type EntityTokens, findFilledTo, insertTokens, lockNext, saveFilledTo } from './store.ts'

export const SEARCH_FILL_LANE = 'search-fill'

/** A batch locks its rows against changes for as long as it takes to index them. */
const BATCH = 500

/** Indexes the customers or orders that were there before the index, oldest first, a batch at a time. */
export const fillSearch =
  (deps: Deps): LaneHandler =>
  ({ accountId, key }): Promise<LaneResult> =>
    inAccount(deps.db, accountId, async (trx) => {
      const entity = key === 'o' ? 'o' : 'c'
      const ids = await lockNext(trx, entity, await findFilledTo(trx, entity), BATCH)
      const last = ids.at(-1)
      if (last === undefined) return 'done'
      const found: EntityTokens[] =
        entity === 'c'
          ? (await listCustomersById(trx, ids)).map((one) => ({ id: one.id, tokens: customerTokens(one) }))
          : (await listOrdersById(trx, ids)).map((one) => ({ id: one.id, tokens: orderTokens(one) }))
      await insertTokens(trx, entity, found)
      await saveFilledTo(trx, entity, last)
      return 'more'
    })

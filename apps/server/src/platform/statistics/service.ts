import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Claim } from '../../lib/queue/lane-worker.ts'
import { getAccount } from '../accounts/store.ts'
import { isDayComputable } from '../clean-up/retention-rules.ts'
import { findDeletedTo } from '../clean-up/retention-store.ts'
import { type LocalDay, localDay, type StatisticsArea } from './rules.ts'
import { deleteChanges, listChangeIds } from './store.ts'

/** How an area keeps its figures. */
export type StatisticsKeeper = {
  area: StatisticsArea
  /** D-144: what it counts, if that is deleted some day. */
  counts?: RetentionKind
  /** The days that these changes concern, beside their own: those of the calls, invoices or chats that depend on them. */
  listStaleDays: (trx: Db, changeIds: readonly number[], timezone: string) => Promise<string[]>
  /** Replaces the figures of a day by what the rows of the area say. */
  computeDay: (trx: Db, day: LocalDay) => Promise<void>
}

const MOST_CHANGES = 500

/** How many changes a run found: none, some, or as many as it takes at a time. */
export type Found = 'none' | 'some' | 'more'

/**
 * D-121: computes stale days again. Changes are deleted last: a worker that stops in between leaves them to the next, and
 * computing a day twice changes nothing.
 */
export const keepArea = async ({ db }: Deps, { accountId, holds }: Claim, keeper: StatisticsKeeper): Promise<Found> => {
  const { ids, days } = await inAccount(db, accountId, async (trx) => {
    const ids = await listChangeIds(trx, keeper.area, MOST_CHANGES)
    if (ids.length === 0) return { ids, days: [] }
    // Read after the changes: one of them may say that the account moved to this time zone.
    const { timezone } = await getAccount(trx)
    const stale = await keeper.listStaleDays(trx, ids, timezone)
    const deletedTo = keeper.counts && (await findDeletedTo(trx, keeper.counts))
    const days = stale.map((day) => localDay(day, timezone)).filter(({ from }) => isDayComputable(from, deletedTo))
    return { ids, days }
  })
  for (const day of days) {
    if (!holds()) return 'more'
    await inAccount(db, accountId, (trx) => keeper.computeDay(trx, day))
  }
  if (ids.length === 0) return 'none'
  await inAccount(db, accountId, (trx) => deleteChanges(trx, ids))
  return ids.length === MOST_CHANGES ? 'more' : 'some'
}

import type { Deps } from '../deps.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { readPeriod } from '../lib/text/period.ts'
import { getAccount } from '../platform/accounts/store.ts'
import { STATISTICS_AREAS } from '../platform/statistics/rules.ts'
import { markAllStale, markStale } from '../platform/statistics/store.ts'
import { accountAt } from './commands.ts'
import type { Result } from './result.ts'

/** D-121: a worker computes the days again; until then the reports show what they showed. */
export const recomputeReportsCommand = async (
  deps: Deps,
  host: string,
  from: string | undefined,
  to: string | undefined,
): Promise<Result> => {
  await inAccount(deps.db, await accountAt(deps, host), async (trx) => {
    if (from === undefined) return markAllStale(trx)
    const { timezone } = await getAccount(trx)
    const read = readPeriod({ from, to: to ?? from }, timezone)
    if (!read.ok || !read.period.from || !read.period.to)
      throw new Error(`not a period: ${from} ${to ?? ''}; write days like 2026-10-01`)
    for (const area of STATISTICS_AREAS) await markStale(trx, area, read.period.from, read.period.to)
  })
  await deps.lanes.notifyWorkers()
  const what = from === undefined ? 'all days' : `${from} to ${to ?? from}`
  return {
    text: `a worker computes the figures of ${what} again`,
    data: { host, from: from ?? null, to: to ?? from ?? null },
  }
}

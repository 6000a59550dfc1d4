import type { Deps } from '../../deps.ts'
import { WALLS } from '../../lib/live/live.ts'
import type { LaneHandler, LaneResult } from '../../lib/queue/lane-worker.ts'
import { restAfter } from './rules.ts'
import { type Found, keepArea, type StatisticsKeeper } from './service.ts'

/** The name that the trigger of statistics_change enqueues. */
export const STATISTICS_LANE = 'statistics'

const NEXT_RUN_SECONDS = 5

export const keepStatistics =
  (deps: Deps, keepers: readonly StatisticsKeeper[]): LaneHandler =>
  async (claim): Promise<LaneResult> => {
    const started = performance.now()
    const found: Found[] = []
    for (const keeper of keepers) found.push(await keepArea(deps, claim, keeper))
    if (found.some((one) => one !== 'none'))
      await deps.live.publish(claim.accountId, { type: 'figures-changed' }, { topic: WALLS })
    const waitSeconds = restAfter(performance.now() - started)
    if (waitSeconds > 0) return { waitSeconds }
    if (found.includes('more')) return 'more'
    // A transaction that commits slowly may have relied on this run: only one that finds nothing is the last.
    return found.includes('some') ? { waitSeconds: NEXT_RUN_SECONDS } : 'done'
  }

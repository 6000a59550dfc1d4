import type { Deps } from './deps.ts'
import { STATE_LANE } from './integration-modules/state.ts'
import { tellState } from './integration-modules/tell-state.ts'
import { JOBS } from './job-list.ts'
import { serveLanes } from './lib/lanes.ts'
import { PAYMENT_LANE } from './payments/issue.ts'
import { servePayments } from './payments/look.ts'
import { trafficJobs } from './traffic/jobs.ts'
import { userJobs } from './users/jobs.ts'

/** Everything that happens without somebody waiting for it. */
export const startWork = async (deps: Deps): Promise<{ stop: () => Promise<void> }> => {
  await deps.jobs.work(JOBS, [...userJobs(deps), ...trafficJobs(deps)])
  const { db, redis, log, config } = deps
  const lanes = serveLanes(
    { db, redis, prefix: config.redisPrefix, log },
    {
      [STATE_LANE]: tellState(deps),
      [PAYMENT_LANE]: servePayments(deps),
    },
  )
  return { stop: () => lanes.stop() }
}

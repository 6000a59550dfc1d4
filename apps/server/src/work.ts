import type { Deps } from './deps.ts'
import { STATE_LANE } from './integration-modules/state.ts'
import { tellState } from './integration-modules/tell-state.ts'
import { JOBS } from './job-list.ts'
import { serveLanes } from './lib/lanes.ts'
import { PAYMENT_LANE } from './payments/issue.ts'
import { paymentJobs } from './payments/jobs.ts'
import { servePayments } from './payments/look.ts'
import { telephonyJobs } from './telephony/jobs.ts'
import { STATUS_LANE, tellStatus } from './telephony/status.ts'
import { trafficJobs } from './traffic/jobs.ts'
import { userJobs } from './users/jobs.ts'
import { deliverWebhooks } from './webhooks/deliver.ts'
import { webhookJobs } from './webhooks/jobs.ts'
import { WEBHOOK_LANE } from './webhooks/queue.ts'

/** Everything that happens without somebody waiting for it. */
export const startWork = async (deps: Deps): Promise<{ stop: () => Promise<void> }> => {
  await deps.jobs.work(JOBS, [
    ...userJobs(deps),
    ...trafficJobs(deps),
    ...telephonyJobs(deps),
    ...paymentJobs(deps),
    ...webhookJobs(deps),
  ])
  const { db, pool, redis, log, config } = deps
  const lanes = serveLanes(
    { db, pool, redis, prefix: config.redisPrefix, log },
    {
      [PAYMENT_LANE]: servePayments(deps),
      [STATE_LANE]: tellState(deps),
      [STATUS_LANE]: tellStatus(deps),
      [WEBHOOK_LANE]: deliverWebhooks(deps),
    },
  )
  return { stop: () => lanes.stop() }
}

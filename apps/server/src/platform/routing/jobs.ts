import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../accounts/service.ts'
import { getAccount } from '../accounts/store.ts'
import { cleanUpEachAccount, DAYS, HOURS } from '../clean-up/service.ts'
import { enqueueRouting } from './service.ts'
import { deleteDecisionsBefore } from './store.ts'

/** Shops open, waits grow too long and browsers close without an event: every minute the router looks. */
export const ROUTE_WAITING = defineJob({ name: 'routing.route-waiting', payload: Type.Object({}), every: '* * * * *' })

export const PURGE_DECISIONS = defineJob({ name: 'routing.purge', payload: Type.Object({}), every: '43 * * * *' })

const [KEPT_MS, MOST] = [30 * DAYS, 5_000]

export const routingJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    ROUTE_WAITING,
    forEachAccount(deps, async (accountId) => {
      const enqueued = await inAccount(deps.db, accountId, async (trx) => {
        const { routing } = await getAccount(trx)
        if (routing) await enqueueRouting(deps, trx)
        return routing
      })
      if (enqueued) await deps.lanes.notifyWorkers()
    }),
  ),
  handleJob(
    PURGE_DECISIONS,
    cleanUpEachAccount(deps, PURGE_DECISIONS, HOURS, async (accountId, now) => {
      const before = new Date(now.getTime() - KEPT_MS)
      while ((await inAccount(deps.db, accountId, (trx) => deleteDecisionsBefore(trx, before, MOST))) === MOST);
    }),
  ),
]

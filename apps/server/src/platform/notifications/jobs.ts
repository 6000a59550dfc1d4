import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS, HOURS } from '../clean-up/service.ts'
import { deleteBefore } from './store.ts'

const [KEPT_MS, MOST] = [30 * DAYS, 5_000]

export const PURGE_NOTIFICATIONS = defineJob({
  name: 'notifications.purge',
  payload: Type.Object({}),
  every: '37 * * * *',
})

/** The notification centre reaches back thirty days. */
export const notificationJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_NOTIFICATIONS,
    cleanUpEachAccount(deps, PURGE_NOTIFICATIONS, HOURS, async (accountId, now) => {
      const before = new Date(now.getTime() - KEPT_MS)
      while ((await inAccount(deps.db, accountId, (trx) => deleteBefore(trx, before, MOST))) === MOST);
    }),
  ),
]

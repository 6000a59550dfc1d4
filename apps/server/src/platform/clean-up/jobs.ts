import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from './service.ts'

export const PURGE_LANES = defineJob({ name: 'lanes.purge', payload: Type.Object({}), every: '7 4 * * *' })

const BATCH = 1_000

/** D-146: there is a lane for each chat that ever had a webhook; one with nothing to do says nothing. */
export const laneJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_LANES,
    cleanUpEachAccount(deps, PURGE_LANES, DAYS, async (accountId) => {
      while ((await inAccount(deps.db, accountId, (trx) => deps.lanes.deleteDone(trx, BATCH))) === BATCH);
    }),
  ),
]

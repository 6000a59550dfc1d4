import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from '../clean-up/service.ts'
import { deleteDaysBefore } from './budget-store.ts'
import { deleteExchangesBefore } from './store.ts'

const DAYS_KEPT = 30

export const PURGE_TRAFFIC = defineJob({ name: 'traffic.purge', payload: Type.Object({}), every: '41 2 * * *' })

export const trafficJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_TRAFFIC,
    cleanUpEachAccount(deps, PURGE_TRAFFIC, DAYS, async (accountId, now) => {
      const before = new Date(now.getTime() - DAYS_KEPT * DAYS)
      while (await inAccount(deps.db, accountId, (trx) => deleteExchangesBefore(trx, before)));
      await inAccount(deps.db, accountId, (trx) => deleteDaysBefore(trx, before))
    }),
  ),
]

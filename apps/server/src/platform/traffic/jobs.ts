import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../accounts/service.ts'
import { deleteExchangesBefore } from './store.ts'

const DAYS_KEPT = 30

export const PURGE_TRAFFIC = defineJob({ name: 'traffic.purge', payload: Type.Object({}), every: '41 2 * * *' })

export const trafficJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_TRAFFIC,
    forEachAccount(deps, async (accountId) => {
      const before = new Date(deps.now().getTime() - DAYS_KEPT * 86_400_000)
      while (await inAccount(deps.db, accountId, (trx) => deleteExchangesBefore(trx, before)));
    }),
  ),
]

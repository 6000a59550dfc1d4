import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from '../../platform/clean-up/service.ts'
import { deleteOldChecks } from './store.ts'

export const PURGE_CHECKS = defineJob({ name: 'payments.purge', payload: Type.Object({}), every: '41 3 * * *' })

export const checkJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_CHECKS,
    cleanUpEachAccount(deps, PURGE_CHECKS, DAYS, (accountId) => inAccount(deps.db, accountId, deleteOldChecks)),
  ),
]

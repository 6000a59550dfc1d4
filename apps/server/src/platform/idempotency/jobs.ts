import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, HOURS } from '../clean-up/service.ts'
import { deleteExpiredKeys } from './store.ts'

export const PURGE_IDEMPOTENCY_KEYS = defineJob({
  name: 'idempotency.purge',
  payload: Type.Object({}),
  every: '23 * * * *',
})

export const idempotencyJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_IDEMPOTENCY_KEYS,
    cleanUpEachAccount(deps, PURGE_IDEMPOTENCY_KEYS, HOURS, async (accountId) => {
      while (await inAccount(deps.db, accountId, deleteExpiredKeys));
    }),
  ),
]

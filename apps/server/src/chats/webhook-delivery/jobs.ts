import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from '../../platform/clean-up/service.ts'
import { deleteWebhooksBefore } from './store.ts'

export const PURGE_WEBHOOKS = defineJob({ name: 'webhooks.purge', payload: Type.Object({}), every: '17 2 * * *' })

export const webhookJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_WEBHOOKS,
    cleanUpEachAccount(deps, PURGE_WEBHOOKS, DAYS, (accountId, now) => purgeWebhooks(deps, accountId, now)),
  ),
]

/** D-69 */
const DAYS_KEPT = 30

export const purgeWebhooks = async (deps: Deps, accountId: number, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - DAYS_KEPT * DAYS)
  while (await inAccount(deps.db, accountId, (trx) => deleteWebhooksBefore(trx, before)));
}

import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { deleteWebhooksBefore } from './store.ts'

export const PURGE_WEBHOOKS = defineJob({ name: 'webhooks.purge', payload: Type.Object({}), every: '17 2 * * *' })

export const webhookJobs = (deps: Deps): JobHandler[] => [handleJob(PURGE_WEBHOOKS, () => purgeWebhooks(deps))]

/** D-69 */
const DAYS_KEPT = 30

export const purgeWebhooks = async (deps: Deps): Promise<void> => {
  const before = new Date(deps.now().getTime() - DAYS_KEPT * 86_400_000)
  await forEachAccount(deps, async (accountId) => {
    while (await inAccount(deps.db, accountId, (trx) => deleteWebhooksBefore(trx, before)));
  })()
}

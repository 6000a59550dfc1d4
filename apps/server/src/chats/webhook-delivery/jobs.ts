import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { FAIL_UNACKNOWLEDGED, failUnacknowledgedMessages } from '../messages/jobs.ts'
import { deleteWebhooksBefore } from './store.ts'

export const PURGE_WEBHOOKS = defineJob({ name: 'webhooks.purge', payload: Type.Object({}), every: '17 2 * * *' })

export const webhookJobs = (deps: Deps): JobHandler[] => [
  handleJob(PURGE_WEBHOOKS, () => purgeWebhooks(deps)),
  handleJob(FAIL_UNACKNOWLEDGED, () => failUnacknowledgedMessages(deps)),
]

const DAYS_KEPT = 30

export const ago = (deps: Deps, minutes: number): Date => new Date(deps.now().getTime() - minutes * 60_000)

/** D-69: thirty days. */
export const purgeWebhooks = async (deps: Deps): Promise<void> => {
  for (const accountId of await listAccountIds(deps.db)) {
    const before = ago(deps, DAYS_KEPT * 24 * 60)
    while (await inAccount(deps.db, accountId, (trx) => deleteWebhooksBefore(trx, before)));
  }
}

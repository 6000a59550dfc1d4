import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { type DeleteBatch, handleRetention } from '../../platform/clean-up/retention-service.ts'
import { deleteWebhooksBefore } from './store.ts'

export const PURGE_WEBHOOKS = defineJob({ name: 'webhooks.purge', payload: Type.Object({}), every: '17 * * * *' })

/** D-69 */
export const deleteOldWebhooks: DeleteBatch = async (trx, before, { most }) =>
  (await deleteWebhooksBefore(trx, before, most)) === 0 ? undefined : 0

export const webhookJobs = (deps: Deps): JobHandler[] => [
  handleRetention(deps, PURGE_WEBHOOKS, 'webhooks', deleteOldWebhooks),
]

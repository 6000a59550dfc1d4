import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type Handled, handles } from '../../lib/queue/jobs.ts'
import { giveUpWaiting, purgeWebhooks } from './clean-up.ts'

export const PURGE_WEBHOOKS = defineJob({ name: 'webhooks.purge', payload: Type.Object({}), every: '17 2 * * *' })
export const FAIL_UNACKNOWLEDGED = defineJob({
  name: 'messages.fail-unacknowledged',
  payload: Type.Object({}),
  every: '*/5 * * * *',
})

export const webhookJobs = (deps: Deps): Handled[] => [
  handles(PURGE_WEBHOOKS, () => purgeWebhooks(deps)),
  handles(FAIL_UNACKNOWLEDGED, () => giveUpWaiting(deps)),
]

import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { handleRetention } from '../../platform/clean-up/retention-service.ts'
import { deleteOldMessages } from './retention-service.ts'
import { failUnacknowledged } from './store.ts'

export const FAIL_UNACKNOWLEDGED = defineJob({
  name: 'messages.fail-unacknowledged',
  payload: Type.Object({}),
  every: '*/5 * * * *',
})

export const PURGE_MESSAGES = defineJob({ name: 'messages.purge', payload: Type.Object({}), every: '33 * * * *' })

export const messageJobs = (deps: Deps): JobHandler[] => [
  handleJob(FAIL_UNACKNOWLEDGED, () => failUnacknowledgedMessages(deps)),
  handleRetention(deps, PURGE_MESSAGES, 'messages', deleteOldMessages),
]

/** How long a transport that accepted a message with `async: true` may take to acknowledge it. */
const ACK_MINUTES = 60

/** D-70: async_send_timeout */
export const failUnacknowledgedMessages = async (deps: Deps): Promise<void> => {
  const before = new Date(deps.now().getTime() - ACK_MINUTES * 60_000)
  await forEachAccount(deps, async (accountId) => {
    const chats = await inAccount(deps.db, accountId, (trx) => failUnacknowledged(trx, before))
    for (const chatId of chats) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
  })()
}

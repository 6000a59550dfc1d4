import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { ago } from '../webhook-delivery/jobs.ts'
import { failUnacknowledged } from './store.ts'

/** How long a transport that took a message may leave us without word of it. */
const ACK_MINUTES = 60

/** D-70: async_send_timeout */
export const failUnacknowledgedMessages = async (deps: Deps): Promise<void> => {
  for (const accountId of await listAccountIds(deps.db)) {
    const chats = await inAccount(deps.db, accountId, (trx) => failUnacknowledged(trx, ago(deps, ACK_MINUTES)))
    for (const chatId of chats) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
  }
}

export const FAIL_UNACKNOWLEDGED = defineJob({
  name: 'messages.fail-unacknowledged',
  payload: Type.Object({}),
  every: '*/5 * * * *',
})

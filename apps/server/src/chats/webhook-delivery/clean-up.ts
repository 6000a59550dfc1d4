import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { tellChat } from '../conversations/tell.ts'
import { failUnacknowledged } from '../messages/store.ts'
import { deleteWebhooksBefore } from '../webhooks/store.ts'

const DAYS_KEPT = 30
/** How long a transport that took a message may leave us without word of it. */
const ACK_MINUTES = 60

const ago = (deps: Deps, minutes: number): Date => new Date(deps.now().getTime() - minutes * 60_000)

/** D-69: thirty days. */
export const purgeWebhooks = async (deps: Deps): Promise<void> => {
  for (const accountId of await listAccountIds(deps.db)) {
    const before = ago(deps, DAYS_KEPT * 24 * 60)
    while (await inAccount(deps.db, accountId, (trx) => deleteWebhooksBefore(trx, before)));
  }
}

/** D-70: async_send_timeout */
export const giveUpWaiting = async (deps: Deps): Promise<void> => {
  for (const accountId of await listAccountIds(deps.db)) {
    const chats = await inAccount(deps.db, accountId, (trx) => failUnacknowledged(trx, ago(deps, ACK_MINUTES)))
    for (const chatId of chats) await tellChat(deps, accountId, chatId)
  }
}

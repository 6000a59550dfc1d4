import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { findNotification } from '../notifications/store.ts'
import { sendPush } from './client.ts'
import { contactOf, isFresh, resultOf } from './rules.ts'
import { keyContext, SEND_PUSH } from './service.ts'
import { deleteSubscription, findPushKey, findSubscription } from './store.ts'

type Ids = { accountId: number; notificationId: number; subscriptionId: number }

/** Sends one notification to one browser. What was read meanwhile, or is too old, is not sent. */
const send = async (deps: Deps, { accountId, notificationId, subscriptionId }: Ids): Promise<void> => {
  const { name: accountName, publicUrl } = await deps.accounts.account(accountId)
  const { notification, subscription, key } = await inAccount(deps.db, accountId, async (trx) => ({
    notification: await findNotification(trx, notificationId),
    subscription: await findSubscription(trx, subscriptionId),
    key: await findPushKey(trx),
  }))
  if (!notification || !subscription || !key || notification.read) return
  const { content, count, at } = notification
  if (!isFresh(content.kind, at, deps.now())) return
  const message = { content, count, language: subscription.language, accountName }
  const answer = await sendPush(deps, subscription, message, {
    contact: contactOf(publicUrl),
    publicKey: key.publicKey,
    privateKey: deps.sealer.open(keyContext(accountId), key.privateKey),
  })
  const result = answer.ok ? resultOf(answer.status) : answer.kind === 'refused' ? 'rejected' : 'retry'
  if (result === 'gone') await inAccount(deps.db, accountId, (trx) => deleteSubscription(trx, subscriptionId))
  const reason = answer.ok ? `status ${answer.status}` : answer.reason
  if (result === 'rejected')
    deps.log.warn({ accountId, subscriptionId, reason }, 'a push service rejected a notification')
  if (result === 'retry') throw new Error(`the push service did not accept it: ${reason}`)
}

export const pushJobs = (deps: Deps): JobHandler[] => [handleJob(SEND_PUSH, (ids) => send(deps, ids))]

import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneHandler } from '../../lib/queue/lane-worker.ts'
import { enqueuePush } from '../push/service.ts'
import { listUnannounced, type Notification, updateAnnounced } from './store.ts'

/** The name that the trigger of the table enqueues. */
export const NOTIFICATION_LANE = 'notification'

const MOST = 200

/** One event for all users who get the same: an event each would push older ones out of the account's stream. */
const publish = async ({ live }: Deps, accountId: number, notifications: readonly Notification[]): Promise<void> => {
  const same = ({ content, silent }: Notification) => JSON.stringify([content, silent])
  for (const group of Map.groupBy(notifications, same).values()) {
    const [first] = group
    if (!first) continue
    const { content, silent } = first
    const users = group.map(({ userId }) => userId)
    await live.publish(accountId, { type: 'notification', content, silent }, { users })
  }
}

/** Announces new notifications: to open browsers by a live event, to closed ones by Web Push. At least once. */
export const announceNotifications =
  (deps: Deps): LaneHandler =>
  async ({ accountId, key }) => {
    const { timezone } = await deps.accounts.account(accountId)
    const fresh = await inAccount(deps.db, accountId, (trx) => listUnannounced(trx, key, MOST))
    if (fresh.length === 0) return 'done'
    const unread = fresh.filter(({ read }) => !read)
    await publish(deps, accountId, unread)
    await inAccount(deps.db, accountId, async (trx) => {
      await enqueuePush(deps, trx, accountId, unread, { now: deps.now(), timezone })
      await updateAnnounced(trx, fresh)
    })
    return fresh.length === MOST ? 'more' : 'done'
  }

import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { settingsFrom, wantsPush } from '../notification-settings/rules.ts'
import { listSettings } from '../notification-settings/store.ts'
import type { Notification } from '../notifications/store.ts'
import { listSubscriptions } from './store.ts'

export const SEND_PUSH = defineJob({
  name: 'push.send',
  payload: Type.Object({
    accountId: Type.Integer(),
    notificationId: Type.Integer(),
    subscriptionId: Type.Integer(),
  }),
})

export const keyContext = (accountId: number): string => `${accountId}/push_key`

/** A job for each browser that its user wants notified. */
export const enqueuePush = async (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Db,
  accountId: number,
  notifications: readonly Notification[],
  moment: { now: Date; timezone: string },
): Promise<void> => {
  const userIds = [...new Set(notifications.map(({ userId }) => userId))]
  const subscriptions = userIds.length > 0 ? await listSubscriptions(trx, userIds) : []
  if (subscriptions.length === 0) return
  const settings = await listSettings(trx, userIds)
  for (const { id: notificationId, userId, content, silent } of notifications) {
    const own = settings.get(userId) ?? settingsFrom(undefined)
    if (!wantsPush(own, { kind: content.kind, silent }, moment)) continue
    for (const { id: subscriptionId } of subscriptions.filter((one) => one.userId === userId))
      await jobs.send(trx, SEND_PUSH, { accountId, notificationId, subscriptionId })
  }
}

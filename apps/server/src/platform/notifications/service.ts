import type { NotificationKind } from '@patchbay/contract/platform/notification-constants'
import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { recipientsFor } from './rules.ts'
import { insertNotifications, listColleagues, updateRead } from './store.ts'

type Recipients = Parameters<typeof recipientsFor>[1]

/**
 * Notifies who has to know (rules.ts), in the transaction of what happened. A worker announces it after the commit:
 * `lanes.notifyWorkers()` makes that immediate.
 */
export const notify = async (trx: Db, to: Recipients, content: NotificationContent): Promise<void> => {
  const userIds = recipientsFor(await listColleagues(trx), to)
  if (userIds.length > 0) await insertNotifications(trx, userIds, content)
}

/** What they were about is done, for everyone. Returns whose notifications changed, for publishRead. */
export const readForEveryone = (trx: Db, kinds: readonly NotificationKind[], subject: number): Promise<number[]> =>
  updateRead(trx, 'everyone', { kinds, subject: String(subject) })

/** After the commit: every tab and device of these users updates its counts. */
export const publishRead = async ({ live }: Pick<Deps, 'live'>, accountId: number, users: readonly number[]) => {
  if (users.length > 0) await live.publish(accountId, { type: 'notifications-read' }, { users })
}

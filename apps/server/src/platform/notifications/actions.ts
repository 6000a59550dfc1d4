import type {
  listNotifications as listEndpoint,
  readNotifications as readEndpoint,
} from '@patchbay/contract/platform/workspace/notifications'
import type { Deps } from '../../deps.ts'
import { pageOf } from '../../lib/db/keyset-cursor.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { kindsToRead } from './rules.ts'
import { publishRead } from './service.ts'
import { countUnread, listNotifications, updateRead } from './store.ts'
import { viewCounts, viewNotification } from './view.ts'

const PAGE = 30

export const showNotifications: Action<Deps, typeof listEndpoint> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const rows = await listNotifications(trx, caller.userId, query.before, PAGE + 1)
    const { page, ...next } = pageOf(rows, PAGE)
    const unread = viewCounts(await countUnread(trx, caller.userId))
    return { success: true, notifications: page.map(viewNotification), unread, ...next }
  })

export const markRead: Action<Deps, typeof readEndpoint> = async (deps, caller, { body }) => {
  const { ids, category, subject } = body
  const filter = {
    ids,
    subject,
    ...(category !== undefined && { kinds: kindsToRead(category, subject !== undefined) }),
  }
  const users = await inAccount(deps.db, caller.accountId, (trx) => updateRead(trx, caller.userId, filter))
  await publishRead(deps, caller.accountId, users)
  return { success: true }
}

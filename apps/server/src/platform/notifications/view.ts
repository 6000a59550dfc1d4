import { CATEGORY_OF, type NotificationKind } from '@patchbay/contract/platform/notification-constants'
import type { UnreadCounts, WorkspaceNotification } from '@patchbay/contract/platform/workspace/notifications'
import type { Notification } from './store.ts'

export const viewNotification = ({ id, content, count, at, read }: Notification): WorkspaceNotification => ({
  id,
  content,
  count,
  at: at.toISOString(),
  read,
})

export const viewCounts = (unread: readonly { kind: NotificationKind; count: number }[]): UnreadCounts => {
  const counts = { calls: 0, messages: 0, payments: 0, tasks: 0 }
  for (const { kind, count } of unread) counts[CATEGORY_OF[kind]] += count
  return counts
}

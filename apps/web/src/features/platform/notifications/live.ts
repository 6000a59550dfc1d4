import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A call that is answered or missed changes the notification that it rang with. */
export const notificationKeys: LiveKeys = {
  notification: () => [['notifications']],
  'notifications-read': () => [['notifications']],
  'call-card': () => [['notifications']],
  'call-card-withdrawn': () => [['notifications']],
}

import { isQuiet } from '@patchbay/contract/base/quiet-hours'
import {
  CATEGORY_OF,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationKind,
} from '@patchbay/contract/platform/notification-constants'
import type { NotificationSettings } from '@patchbay/contract/platform/workspace/notification-settings'

/** What an earlier version did not know yet is as it is by default. */
export const settingsFrom = (stored: unknown): NotificationSettings => ({
  ...DEFAULT_NOTIFICATION_SETTINGS,
  ...((stored ?? {}) as Partial<NotificationSettings>),
})

/** Whether a user gets a push notification of this kind at this moment. */
export const wantsPush = (
  settings: NotificationSettings,
  { kind, silent }: { kind: NotificationKind; silent: boolean },
  { now, timezone }: { now: Date; timezone: string },
): boolean => !silent && settings[CATEGORY_OF[kind]].push && !isQuiet(now, timezone, settings.quietHours)

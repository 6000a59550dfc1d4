import type { notificationSettings } from './en/notification-settings.ts'
import { later } from './later.ts'

/** Texts of one's own notification settings. */
export type NotificationSettingsTexts = typeof notificationSettings

export const useNotificationSettingsTexts = later<NotificationSettingsTexts>({
  en: async () => (await import('./en/notification-settings.ts')).notificationSettings,
  es: async () => (await import('./es/notification-settings.ts')).notificationSettings,
  ru: async () => (await import('./ru/notification-settings.ts')).notificationSettings,
})

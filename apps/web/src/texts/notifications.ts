import type { notifications } from './en/notifications.ts'
import { later } from './later.ts'

/** Texts of the notification centre, and the sentence for each kind of notification; the service worker has them too. */
export type NotificationTexts = typeof notifications

export const useNotificationTexts = later<NotificationTexts>({
  en: async () => (await import('./en/notifications.ts')).notifications,
  es: async () => (await import('./es/notifications.ts')).notifications,
  ru: async () => (await import('./ru/notifications.ts')).notifications,
})

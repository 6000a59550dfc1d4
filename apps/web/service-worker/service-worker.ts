// Shows push notifications while the workspace is closed. It caches nothing and handles no requests.
import type { PushMessage } from '@patchbay/contract/platform/workspace/push'
import { notificationPath, notificationTag } from '../src/lib/notification-path.ts'
import { notifications as en } from '../src/texts/en/notifications.ts'
import { notifications as es } from '../src/texts/es/notifications.ts'
import { notificationSentence } from '../src/texts/notification-sentence.ts'
import { notifications as ru } from '../src/texts/ru/notifications.ts'

declare const self: ServiceWorkerGlobalScope

const TEXTS = { en, es, ru }
const ICON = '/icon-192.png'

const openWindows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true })

const show = async ({ content, count, language, accountName }: PushMessage): Promise<void> => {
  // The page that the user is looking at alerts by itself.
  if ((await openWindows()).some(({ focused }) => focused)) return
  const { title, body } = notificationSentence(TEXTS[language].words, content, count, language)
  const data = { path: notificationPath(content) }
  await self.registration.showNotification(`${title} · ${accountName}`, {
    body,
    tag: notificationTag(content),
    icon: ICON,
    data,
  })
}

const open = async (path: string): Promise<void> => {
  const [window] = await openWindows()
  if (!window) return void (await self.clients.openWindow(path))
  await window.focus()
  window.postMessage({ open: path })
}

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { path?: string } | null)?.path ?? '/'))
})

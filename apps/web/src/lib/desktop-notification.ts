type Sentence = { title: string; body: string }

export type Permission = NotificationPermission | 'unsupported'

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported'

const ICON = '/icon-192.png'

/**
 * A notification of the operating system while the workspace is open. Where this browser also receives Web Push, it is shown
 * by the service worker's registration: one with the same tag then replaces it instead of appearing twice.
 */
export const showDesktopNotification = async (
  { title, body }: Sentence,
  tag: string,
  path: string,
  onClick: () => void,
): Promise<void> => {
  if (notificationPermission() !== 'granted') return
  const options = { body, tag, icon: ICON, data: { path } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(title, options)
  const shown = new Notification(title, options)
  shown.onclick = () => {
    window.focus()
    onClick()
    shown.close()
  }
}

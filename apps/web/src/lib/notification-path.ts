import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'

/** The page of what a notification is about. */
export const notificationPath = (content: NotificationContent): string => {
  switch (content.kind) {
    case 'call':
    case 'missed-call':
      return `/calls/${content.callId}`
    case 'message':
    case 'chat-waits':
      return `/chats/${content.chatId}`
    case 'payment-paid':
    case 'payment-held':
    case 'payment-needs-person':
      return `/orders/${content.orderId}`
    case 'task-assigned':
    case 'task-due':
      return '/tasks'
  }
}

/** One with the same tag replaces it on the screen: a missed call the incoming one, a message the one before it. */
export const notificationTag = (content: NotificationContent): string =>
  'taskId' in content ? `/tasks/${content.taskId}` : notificationPath(content)

import type { NotificationWords } from '../notification-sentence.ts'
import { plural } from '../plural.ts'

const count = plural('en')

const words: NotificationWords = {
  titles: {
    call: 'Incoming call',
    'missed-call': 'Missed call',
    'chat-waits': 'A customer is waiting',
    'payment-paid': 'Payment received',
    'payment-held': 'Payment on hold, awaiting approval',
    'payment-needs-person': 'Payment needs your decision',
    'task-assigned': 'New task for you',
    'task-due': 'Task due now',
  },
  messages: (from, number) =>
    number === 1 ? from : `${from} · ${count(number, { one: 'message', other: 'messages' })}`,
  waits: (from, minutes) => `${from} · ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  attachment: 'Sent an attachment',
  order: (number) => `Order ${number}`,
  callBack: (phone) => `Call back ${phone}`,
  holdExpires: (order) => `Approve or cancel the payment of order ${order}`,
  awaitAnswer: {
    'payment-link': (customer) => `Ask ${customer} again about the payment link`,
    proposal: (customer) => `Ask ${customer} again about the proposal`,
  },
}

export const notifications = {
  title: 'Notifications',
  words,
  markAllRead: 'Mark all read',
  settings: 'Notification settings',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: 'Unread',
  more: 'Show earlier',
  emptyTitle: 'All caught up',
  emptyWhat: 'Calls, messages, payments and tasks that concern you appear here. They are kept for 30 days.',
}

// Values of notifications. No schemas here: the browser and its service worker load them.

/** Each has switches of its own in a user's settings, and a count in the navigation. */
export const NOTIFICATION_CATEGORIES = ['calls', 'messages', 'payments', 'tasks'] as const
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number]

export const CATEGORY_OF = {
  call: 'calls',
  'missed-call': 'calls',
  message: 'messages',
  'chat-waits': 'messages',
  'payment-paid': 'payments',
  'payment-held': 'payments',
  'payment-needs-person': 'payments',
  'task-assigned': 'tasks',
  'task-due': 'tasks',
} as const satisfies Record<string, NotificationCategory>
export type NotificationKind = keyof typeof CATEGORY_OF

/** Sounds of an incoming call, and of everything else. */
export const RINGTONES = ['classic', 'marimba', 'pulse'] as const
export const CHIMES = ['drop', 'bell', 'knock'] as const
export type Ringtone = (typeof RINGTONES)[number]
export type Chime = (typeof CHIMES)[number]

const EVERYTHING = { sound: true, desktop: true, push: true }

/** Until a user changes them. */
export const DEFAULT_NOTIFICATION_SETTINGS = {
  calls: EVERYTHING,
  messages: EVERYTHING,
  payments: EVERYTHING,
  tasks: EVERYTHING,
  ringtone: 'classic',
  chime: 'drop',
} as const

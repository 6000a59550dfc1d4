// Values that the workspace needs at run time too. No schemas here: the browser imports values only from files without
// TypeBox, and types from all others.

export const INVOICE_STATUSES = ['pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded'] as const

/** T-11: the status of a user; any may follow any other (D-32). */
export const USER_STATUSES = ['free', 'busy', 'dinner', 'break'] as const

/** D-30: the stages of an order; its statuses belong to them. */
export const STATUS_GROUPS = ['new', 'approval', 'assembling', 'delivery', 'complete', 'cancel'] as const

/** The languages of the workspace. */
export const LANGUAGES = ['en', 'es', 'ru'] as const

/** The areas of the Action Log. */
export const RECORD_TYPES = [
  'API keys',
  'Call recordings',
  'Chats',
  'Integration modules',
  'Integration payments',
  'Settings',
  'References',
  'Shops',
  'Sign-in',
  'Users',
] as const

export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const

/** D-61: the largest file that is stored, whatever a channel would accept. */
export const MOST_BYTES = 20 * 1024 * 1024

/** Home counts what waits up to here, and says "99+" from here on: counting all of it would read all of it. */
export const MOST_COUNTED = 100

/** The steps that lead an account to its first call, payment and message, by area, in the order of the specification. */
export const SETUP_STEPS = {
  telephony: ['telephony-key', 'telephony-module', 'extensions', 'external-numbers', 'first-call'],
  payments: ['payment-key', 'payment-module', 'payment-shops', 'payment-type', 'first-invoice', 'first-payment'],
  chats: ['transport-key', 'transport-module', 'channel', 'first-message'],
} as const

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
  'Calls',
  'Chats',
  'Import and export',
  'Integration modules',
  'Integration payments',
  'Settings',
  'References',
  'Shops',
  'Sign-in',
  'Users',
] as const

/** A conversation is snoozed until a time; a new message of the customer opens it again. */
export const CHAT_STATES = ['open', 'snoozed', 'closed'] as const
export type ChatState = (typeof CHAT_STATES)[number]

/** What a canned reply can have filled in, written as {{customer.firstName}}. */
export const REPLY_VARIABLES = [
  'customer.firstName',
  'customer.lastName',
  'order.number',
  'order.total',
  'paymentLink',
  'manager.firstName',
  'manager.lastName',
] as const
export type ReplyVariable = (typeof REPLY_VARIABLES)[number]

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

/** How often a task repeats. */
export const TASK_REPEATS = ['daily', 'weekly', 'monthly'] as const

/** The lists that can be exported. */
export const EXPORT_LISTS = [
  'customers',
  'orders',
  'payments',
  'payment-day',
  'calls',
  'chats',
  'tasks',
  'import-rows',
  'action-log',
  'traffic',
] as const

/** Spreadsheets of many countries expect a semicolon: the comma is in their numbers. */
export const EXPORT_SEPARATORS = [',', ';'] as const

/** The types of quick replies below a message, and how many one may have. */
export const SUGGESTION_TYPES = ['text', 'phone', 'email', 'url'] as const
export const MAX_SUGGESTIONS = 10

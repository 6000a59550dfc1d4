// Values that the workspace needs at run time too. No schemas here: the browser takes values from files without TypeBox,
// and only types from all others.

export const INVOICE_STATUSES = ['pending', 'waitingForCapture', 'succeeded', 'canceled', 'refundSucceeded'] as const

/** What the Action Log tells of. */
export const RECORD_TYPES = [
  'API keys',
  'Call recordings',
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

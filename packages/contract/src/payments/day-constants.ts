// No schemas here: the browser takes values from files without TypeBox.

/** changed: closed, and something in it is no longer as it was then. */
export const DAY_STATES = ['open', 'closed', 'changed'] as const
export type DayState = (typeof DAY_STATES)[number]

export const STATEMENT_STATES = ['none', 'requested', 'ready', 'failed'] as const
export type StatementState = (typeof STATEMENT_STATES)[number]

/** Why a statement could not be used. */
export const STATEMENT_PROBLEMS = [
  'refused',
  'unreachable',
  'timeout',
  'not-understood',
  'line',
  'endless',
  'too-long',
  'unsupported',
  'module-off',
  'empty-file',
  'columns',
  'internal',
] as const

/** What is compared with the state at the closing. */
export const DAY_CHANGE_FIELDS = [
  'added',
  'removed',
  'amount',
  'status',
  'refunded',
  'order-payment',
  'result',
] as const

export const ENTRY_RESULTS = ['matched', 'different'] as const

/** The columns of a statement that is uploaded as CSV. */
export const STATEMENT_FIELDS = ['paymentId', 'refundId', 'invoiceUuid', 'type', 'amount', 'currency', 'at'] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/** Without these a line cannot be compared. A file in one currency may leave out its column. */
export const NEEDED_STATEMENT_FIELDS = ['paymentId', 'amount', 'at'] as const

/** A statement file: about 100,000 lines. */
export const MOST_STATEMENT_BYTES = 20 * 1024 * 1024
export const MOST_STATEMENT_LINES = 100_000

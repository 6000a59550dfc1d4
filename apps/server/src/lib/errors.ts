import { ERRORS, type ErrorCode, errorMessage } from '@patchbay/contract/base/errors'

/** The one class of the server: a refusal that has a code of the contract. Anything else that is thrown is our fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Which field is wrong and why, when a whole entity was refused. */
  readonly fields: Record<string, string> | undefined
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(errorMessage(code, options.values), { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }
}

type FailOptions = {
  values?: Record<string, string | number>
  fields?: Record<string, string> | undefined
  retryAfter?: number
  cause?: unknown
}

export const fail = (code: ErrorCode, options: FailOptions = {}): never => {
  throw new AppError(code, options)
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

// What PostgreSQL, its driver and the pool say when the database cannot be reached, is restarting, or is too busy to
// answer in time: connection exceptions (class 08), out of resources (53), operator intervention and time-outs (57014,
// 57P01–57P03, 55P03, 25P03), transactions it gave up again and again (40001, 40P01), and socket errors.
const OUTAGE_CODES =
  /^(08...|53...|57014|57P0.|55P03|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/
const OUTAGE_TEXTS =
  /Connection terminated|connection error|not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether the database is away: the caller should try again, and nobody made a mistake. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (OUTAGE_CODES.test(String((error as { code?: unknown }).code)) || OUTAGE_TEXTS.test(error.message))

/** Whether PostgreSQL gave up this transaction for the sake of another: running it again is the remedy. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && ['40001', '40P01'].includes(String((error as { code?: unknown }).code))

/** Whether a unique key was already taken. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23505'

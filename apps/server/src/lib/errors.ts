import { ERRORS, type ErrorCode, errorMessage } from '@patchbay/contract/base/errors'

/** An error with a code of the contract, caused by the request. Anything else that is thrown is an internal error. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Field → why it is wrong. */
  readonly fields: Record<string, string> | undefined
  /** What the message was made of, for the workspace, which has sentences of its own. */
  readonly values: Record<string, string | number> | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(errorMessage(code, options.values), { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.fields = options.fields
    this.values = options.values
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

/** A name with several addresses that do not answer fails with several errors and an empty message. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const first = error instanceof AggregateError && error.message === '' ? error.errors[0] : undefined
  return first === undefined
    ? error.message || String((error as { code?: unknown }).code ?? error.name)
    : messageOf(first)
}

/**
 * Whether a prepared statement is stale: a table changed under its plan, or it was discarded (as PgBouncer does). It
 * had no effect; run it again on a new connection.
 */
export const isStaleStatement = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

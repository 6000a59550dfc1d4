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

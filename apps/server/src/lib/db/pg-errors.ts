import { messageOf } from '../errors.ts'

export const isUnique = (error: unknown, index: string): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === index

// The errors of PostgreSQL, its driver and the pool when the database cannot be reached, is restarting, or is too busy
// to answer in time: connection exceptions (class 08), out of resources (53), operator intervention and time-outs
// (57014, 57P01–57P03, 55P03, 25P03), a standby in place of the primary (25006), transactions it gave up again and again
// (40001, 40P01), and errors of sockets and of names.
const OUTAGE_CODES =
  /^(08...|53...|57014|57P0.|55P03|25P03|25006|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/

const OUTAGE_TEXTS =
  /Connection terminated|connection error|not queryable|timeout exceeded when trying to connect|^timeout expired$|Query read timeout/

/** Whether the database is unavailable: the caller should retry. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (OUTAGE_CODES.test(String((error as { code?: unknown }).code)) || OUTAGE_TEXTS.test(error.message))

/** The error as an operator has to read it, who started a process or a command while the database was away. */
export const explainOutage = (error: unknown, databaseUrl: string): unknown => {
  if (!isOutage(error)) return error
  const { host } = new URL(databaseUrl)
  const where = host === '' ? 'PostgreSQL' : `PostgreSQL at ${host}`
  const text = `${where} does not answer (${messageOf(error)}). See whether it runs, and whether the settings lead to it`
  return new Error(text, { cause: error })
}

/** D-141: whether the connection leads to a standby. During a failover a proxy may still send clients there. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '25006'

/** The warning of a commit that did not wait for its synchronous standby. Its text depends on lc_messages. */
export const isUnreplicatedCommit = ({ code, routine }: { code?: unknown; routine?: unknown }): boolean =>
  code === '01000' && routine === 'SyncRepWaitForLSN'

/** A deadlock, a serialization failure, or a referenced row that was deleted meanwhile: run the transaction again. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && ['40001', '40P01', '23503'].includes(String((error as { code?: unknown }).code))

/** Whether a unique key was already taken. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23505'

/** Whether a referenced row is missing, such as a user who was deleted. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23503'

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** What cell.refuse_account raises. */
export const isGateError = (error: unknown): boolean => ['PB503', 'PB421'].includes(String(codeOf(error)))

/** Whether a transaction was refused because the account is being moved to another cell, or was. */
export const isAccountClosed = (error: unknown): boolean => error instanceof Error && isGateError(error.cause)

/** Whether the account lives in another cell now. */
export const isAccountGone = (error: unknown): boolean => error instanceof Error && codeOf(error.cause) === 'PB421'

/** The worker no longer has the lease of the lane: another one may have it. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this lane ran out')
  }
}

/** Errors in a row after which a lane is given up. */
const MOST_ERRORS = 10
const [FIRST_SECONDS, MOST_SECONDS] = [5, 3_600]

/** What PostgreSQL or Node.js call the error, else its class. */
const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return (typeof code === 'string' && code) || (typeof name === 'string' && name) || 'Error'
}

/** After an error of ours and as many before it: when to try again; undefined when the lane is given up. */
export const decideAfterError = (errors: number, error: unknown): { retryInSeconds?: number; code: string } => {
  const code = codeOf(error).slice(0, 100)
  if (errors + 1 >= MOST_ERRORS) return { code }
  return { retryInSeconds: Math.min(MOST_SECONDS, FIRST_SECONDS * 2 ** errors), code }
}

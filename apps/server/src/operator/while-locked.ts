import { setTimeout } from 'node:timers/promises'

/**
 * Who waits for a table locks out everybody who comes later. So what runs under load waits for a moment only (it sets lock_timeout
 * to this), lets the others pass, and begins again.
 */
export const LOCK_TIMEOUT = '2s'
const LOCK_PAUSE_MS = 3_000
const LOCK_TRIES = 100

/** A table was in use for too long, or the wait for it would never have ended: nothing was changed. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && ['55P03', '40P01'].includes(String((error as { code?: unknown }).code))

/** Runs a transaction, again and again while its tables are in use. */
export const repeatWhileLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (tries === LOCK_TRIES) {
        const text = `a table was in use in each of ${LOCK_TRIES} tries: end transactions that are open for long (pg_stat_activity), then run it again`
        throw new Error(text, { cause: error })
      }
    }
    await setTimeout(LOCK_PAUSE_MS)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, fail, messageOf } from '../errors.ts'
import type { Log } from '../process/log.ts'
import { isOutage } from './pg-errors.ts'

const HOLD_MS = 5_000
const PAUSE_MS = 200

/**
 * D-53: on payment routes a failure of ours must never look like a rejection. While the database is unavailable the
 * request is retried; any other failure, or a longer outage, answers 503.
 */
export const retryOnOutage = async <T>(log: Log, work: () => Promise<T>): Promise<T> => {
  const end = performance.now() + HOLD_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      if (!isOutage(error) || performance.now() > end) {
        log.error({ reason: messageOf(error) }, 'a money route could not do its work')
        return fail('unavailable', { retryAfter: 2, cause: error })
      }
      await sleep(PAUSE_MS)
    }
  }
}

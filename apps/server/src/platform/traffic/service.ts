import { setTimeout as sleep } from 'node:timers/promises'
import { createBatches } from '../../lib/db/batch-writer.ts'
import type { Database } from '../../lib/db/database.ts'
import { isOutage } from '../../lib/db/pg-errors.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../../lib/process/log.ts'
import { type DayTotal, unloggedUpsert } from './budget-store.ts'
import { requestsIn, utcDay } from './rules.ts'
import { createRefusalSampler } from './sample-service.ts'
import { exchangesInsert, type NewExchange } from './store.ts'

/**
 * Requests are logged a moment later and in batches, so that the log costs a request nothing. A process that is killed
 * loses the last moment of this log, a database that crashes the last half second; nothing else depends on it.
 */
export type TrafficLog = {
  record: (accountId: number, exchange: NewExchange) => void
  /** A request that was refused; of many of one kind some are logged, and the others counted. */
  recordRefused: (accountId: number, exchange: NewExchange, kind: string) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

const [TRIES, PAUSE_MS] = [5, 1_000]

/** The database may be away or busy for a moment. */
const retryOutage = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !isOutage(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}

export const createTrafficLog = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  log: Log,
  bytesPerDay: number,
): TrafficLog => {
  /** What other processes logged is known after a batch of our own. */
  const totals = new Map<number, DayTotal & { day: string }>()
  const insert = (accountId: number, exchanges: readonly NewExchange[]) =>
    retryOutage(async () => {
      const day = utcDay(new Date())
      const known = totals.get(accountId)
      const isSpent = known?.day === day && known.bytes >= bytesPerDay
      const query = isSpent ? unloggedUpsert(db, day, requestsIn(exchanges)) : exchangesInsert(db, exchanges, day)
      const [total] = await inAccountQuery(pool, accountId, query, 'asyncCommit')
      if (total) totals.set(accountId, { ...total, day })
    })
  const { write, flush, close } = createBatches(insert, {
    gatherMs: 60,
    batchSize: 100,
    dropAbove: 10_000,
    // The log must not take the connections that requests need.
    oneAtATime: true,
    onFailed: (error, lost) => log.warn({ reason: messageOf(error), lost }, 'traffic could not be logged'),
    onDropped: (dropped) => log.warn({ dropped }, 'traffic was dropped: it came faster than it could be logged'),
  })
  const record = (accountId: number, exchange: NewExchange) => void write(accountId, exchange)
  const refusals = createRefusalSampler(record)
  return {
    record,
    recordRefused: refusals.record,
    flush: () => {
      refusals.flush()
      return flush()
    },
    close: () => {
      refusals.close()
      return close()
    },
  }
}

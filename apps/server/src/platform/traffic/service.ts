import { setTimeout as sleep } from 'node:timers/promises'
import { createBatches } from '../../lib/db/batch-writer.ts'
import type { Database, Db } from '../../lib/db/database.ts'
import { isOutage } from '../../lib/db/pg-errors.ts'
import { retryOnConflict } from '../../lib/db/transaction.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../../lib/process/log.ts'
import { type AccountPart, exchangesInsert, type NewExchange } from './batch-store.ts'
import { requestsIn, utcDay } from './rules.ts'
import { createRefusalSampler } from './sample-service.ts'

/**
 * Requests are logged a moment later and in batches, so that the log costs a request nothing. A process that is killed
 * loses the last moment of this log, a database that crashes the last half second; nothing else depends on it.
 */
export type TrafficLog = {
  record: (accountId: number, exchange: NewExchange) => void
  /** A request that was refused; of many of one kind some are logged, and the others counted. */
  recordRefused: (accountId: number, exchange: NewExchange, kind: string) => void
  /** Writes what an account did up to now, before somebody looks. */
  flush: (accountId: number) => Promise<void>
  close: () => Promise<void>
}

const GATHER_MS = 200
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

type Logged = { accountId: number; exchange: NewExchange }

const byAccount = (rows: readonly Logged[]): Map<number, Logged[]> => Map.groupBy(rows, ({ accountId }) => accountId)

/** Writes rows of any accounts in one statement; returns how many were left out because their account is closed. */
const createWriter = (db: Db, bytesPerDay: number) => {
  /** What other processes logged is known after a batch of our own. */
  const totals = new Map<number, { day: string; bytes: number }>()
  const partOf = (accountId: number, rows: readonly Logged[], day: string): AccountPart => {
    const exchanges = rows.map(({ exchange }) => exchange)
    const known = totals.get(accountId)
    const isSpent = known?.day === day && known.bytes >= bytesPerDay
    if (isSpent) return { accountId, exchanges: [], unlogged: requestsIn(exchanges) }
    return { accountId, exchanges, unlogged: 0 }
  }
  return async (rows: readonly Logged[]): Promise<number> => {
    const day = utcDay(new Date())
    const parts = Array.from(byAccount(rows), ([accountId, own]) => partOf(accountId, own, day))
    const query = exchangesInsert(db, parts, day)
    const written = await retryOnConflict(() => db.executeQuery(query))
    for (const { accountId, bytes } of written.rows) totals.set(accountId, { day, bytes })
    const open = new Set(written.rows.map(({ accountId }) => accountId))
    return rows.filter(({ accountId }) => !open.has(accountId)).length
  }
}

/** All accounts are gathered together. */
const EVERY_ACCOUNT = 0

export const createTrafficLog = ({ db }: Pick<Database, 'db'>, log: Log, bytesPerDay: number): TrafficLog => {
  const write = createWriter(db, bytesPerDay)
  const onFailed = (error: unknown, lost: number) =>
    log.warn({ reason: messageOf(error), lost }, 'traffic could not be logged')
  const insert = async (rows: readonly Logged[]): Promise<void> => {
    const lost = await retryOutage(() => write(rows))
    if (lost > 0) onFailed(new Error('the account is being moved, or was'), lost)
  }
  const insertBatch = async (rows: readonly Logged[]): Promise<void> => {
    try {
      await insert(rows)
    } catch (error) {
      const accounts = byAccount(rows)
      if (accounts.size === 1 || isOutage(error)) throw error
      // What is wrong with the rows of one account must not lose those of others.
      for (const own of accounts.values()) await insert(own).catch((reason) => onFailed(reason, own.length))
    }
  }
  // One batch at a time: the log must not take the connections that requests need.
  const batches = createBatches<Logged>((_key, rows) => insertBatch(rows), {
    gatherMs: GATHER_MS,
    batchSize: 100,
    dropAbove: 10_000,
    onFailed,
    onDropped: (dropped) => log.warn({ dropped }, 'traffic was dropped: it came faster than it could be logged'),
  })
  const record = (accountId: number, exchange: NewExchange) =>
    void batches.write(EVERY_ACCOUNT, { accountId, exchange })
  const refusals = createRefusalSampler(record)
  return {
    record,
    recordRefused: refusals.record,
    flush: (accountId) => {
      refusals.flush(accountId)
      return batches.flush()
    },
    close: () => {
      refusals.close()
      return batches.close()
    },
  }
}

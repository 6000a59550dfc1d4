import { createBatchWriter } from '../../lib/db/batch-writer.ts'
import type { Database } from '../../lib/db/database.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../../lib/process/log.ts'
import { exchangesInsert, type NewExchange } from './store.ts'

/**
 * Requests are logged a moment later and in batches, so that the log costs a request nothing. A process that is killed
 * loses the last moment of this log, a database that crashes the last half second; nothing else depends on it.
 */
export type TrafficLog = {
  record: (accountId: number, exchange: NewExchange) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

export const createTrafficLog = (database: Pick<Database, 'db' | 'pool'>, log: Log): TrafficLog => {
  const { write, flush, close } = createBatchWriter(database, exchangesInsert, {
    gatherMs: 60,
    batchSize: 100,
    dropAbove: 10_000,
    // The log must not take the connections that requests need.
    oneAtATime: true,
    commit: 'asyncCommit',
    onFailed: (error, lost) => log.warn({ reason: messageOf(error), lost }, 'traffic could not be logged'),
    onDropped: (dropped) => log.warn({ dropped }, 'traffic was dropped: it came faster than it could be logged'),
  })
  return { record: (accountId, exchange) => void write(accountId, exchange), flush, close }
}

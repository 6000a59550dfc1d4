import type { Database } from '../../lib/db/database.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../../lib/process/log.ts'
import { exchangesInsert, type NewExchange } from './store.ts'

// Logged requests are buffered and written in batches, so that the log adds nothing to a request's latency. A killed process
// loses the last moments of this log, a crashed database the last half second; nothing else depends on it.

export type TrafficLog = {
  record: (accountId: number, exchange: NewExchange) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

const FLUSH_MS = 60
const MAX_BUFFERED = 10_000
const BATCH = 100

export const createTrafficLog = ({ db, pool }: Pick<Database, 'db' | 'pool'>, log: Log): TrafficLog => {
  let buffer: { accountId: number; exchange: NewExchange }[] = []
  let dropped = 0
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const batch = buffer
    buffer = []
    const accounts = Map.groupBy(batch, ({ accountId }) => accountId)
    for (const [accountId, entries] of accounts) {
      for (let start = 0; start < entries.length; start += BATCH) {
        const exchanges = entries.slice(start, start + BATCH).map(({ exchange }) => exchange)
        try {
          await inAccountQuery(pool, accountId, exchangesInsert(db, exchanges), 'unpromised')
        } catch (error) {
          log.warn({ reason: messageOf(error), lost: exchanges.length }, 'could not write the traffic log')
        }
      }
    }
    if (dropped > 0) log.warn({ dropped }, 'the traffic buffer was full')
    dropped = 0
  }

  const flush = (): Promise<void> => {
    writing = writing.then(() => (buffer.length > 0 ? write() : undefined))
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)

  return {
    record: (accountId, exchange) => {
      if (buffer.length < MAX_BUFFERED) buffer.push({ accountId, exchange })
      else dropped++
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

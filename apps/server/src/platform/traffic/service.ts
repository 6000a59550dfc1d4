import type { Database } from '../../lib/db/database.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Log } from '../../lib/process/log.ts'
import { exchangesInsert, type NewExchange } from './store.ts'

// Requests are written down a moment later and some at a time, so that the log costs a request nothing: often enough
// that no batch holds the process up. A process that is killed loses the last moment of this log, a database the last
// half second; neither loses a fact, since facts are not kept here.

export type TrafficLog = {
  record: (accountId: number, exchange: NewExchange) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

const EVERY_MS = 60
const MOST_WAITING = 10_000
const AT_ONCE = 100

export const createTrafficLog = ({ db, pool }: Pick<Database, 'db' | 'pool'>, log: Log): TrafficLog => {
  let waiting: { accountId: number; exchange: NewExchange }[] = []
  let dropped = 0
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    const accounts = Map.groupBy(batch, ({ accountId }) => accountId)
    for (const [accountId, entries] of accounts) {
      for (let start = 0; start < entries.length; start += AT_ONCE) {
        const exchanges = entries.slice(start, start + AT_ONCE).map(({ exchange }) => exchange)
        try {
          await inAccountQuery(pool, accountId, exchangesInsert(db, exchanges), 'asyncCommit')
        } catch (error) {
          log.warn({ reason: messageOf(error), lost: exchanges.length }, 'traffic could not be written down')
        }
      }
    }
    if (dropped > 0) log.warn({ dropped }, 'traffic came faster than it could be written down')
    dropped = 0
  }

  const flush = (): Promise<void> => {
    writing = writing.then(() => (waiting.length > 0 ? write() : undefined))
    return writing
  }
  const timer = setInterval(() => void flush(), EVERY_MS)

  return {
    record: (accountId, exchange) => {
      if (waiting.length < MOST_WAITING) waiting.push({ accountId, exchange })
      else dropped++
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../lib/db/database.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { type Attempt, deliveredInsert } from './store.ts'

// Deliveries are written down many at a time, over all chats that a worker serves: a statement per delivery would cost more
// than the delivery. A lane is given back only after what it delivered is written. A worker that is killed in between has
// delivered what nobody wrote down; it is delivered again, with the same webhook-id, and nothing is lost or overtaken. For
// the same reason no write of these waits for the disk.

export type Results = {
  /** Resolves when it is written: the same promise for all that are written together. */
  write: (accountId: number, attempt: Attempt) => Promise<void>
}

const MOST_AT_ONCE = 500
/** So long a write waits for company: short beside a turn, long enough that PostgreSQL is asked rarely. */
const GATHER_MS = 25

type Batch = { attempts: Attempt[]; isOpen: boolean; written: Promise<void> }

export const createResults = ({ db, pool }: Pick<Database, 'db' | 'pool'>): Results => {
  const newest = new Map<number, Batch>()

  const writeDown = async (accountId: number, batch: Batch, before: Promise<void> | undefined): Promise<void> => {
    // One write of an account at a time: while it takes long, the next gathers more.
    await before?.catch(() => undefined)
    await sleep(GATHER_MS)
    batch.isOpen = false
    await inAccountQuery(pool, accountId, deliveredInsert(db, batch.attempts), 'asyncCommit')
  }

  const openBatch = (accountId: number, before: Promise<void> | undefined): Batch => {
    const batch: Batch = { attempts: [], isOpen: true, written: Promise.resolve() }
    newest.set(accountId, batch)
    batch.written = writeDown(accountId, batch, before).finally(() => {
      if (newest.get(accountId) === batch) newest.delete(accountId)
    })
    // Its failure is met by whoever waits for it; until then it must not end the process.
    batch.written.catch(() => undefined)
    return batch
  }

  return {
    write: (accountId, attempt) => {
      const known = newest.get(accountId)
      const hasRoom = known?.isOpen && known.attempts.length < MOST_AT_ONCE
      const batch = hasRoom ? known : openBatch(accountId, known?.written)
      batch.attempts.push(attempt)
      return batch.written
    },
  }
}

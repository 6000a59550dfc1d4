import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../lib/db.ts'
import { inAccountUnpromised } from '../lib/transaction.ts'
import { type Attempt, insertTold } from './due-store.ts'

// Deliveries are written down many at a time, over all chats that a worker serves: a statement per delivery would cost more
// than the delivery. A lane is given back only after what it delivered is written. A worker that is killed in between has
// delivered what nobody wrote down; it is delivered again, with the same webhook-id, and nothing is lost or overtaken. For
// the same reason no write of these waits for the disk.

export type Results = {
  /** Resolves when it is written. */
  write: (accountId: number, attempt: Attempt) => Promise<void>
}

const MOST_AT_ONCE = 500
/** So long a write waits for company. */
const GATHER_MS = 10

type Waiting = { attempt: Attempt; written: PromiseWithResolvers<void> }

export const createResults = (db: Db): Results => {
  const accounts = new Map<number, { waiting: Waiting[]; isWriting: boolean }>()

  const drain = async (accountId: number, queue: { waiting: Waiting[]; isWriting: boolean }): Promise<void> => {
    queue.isWriting = true
    while (queue.waiting.length > 0) {
      await sleep(GATHER_MS)
      const batch = queue.waiting.splice(0, MOST_AT_ONCE)
      try {
        await inAccountUnpromised(db, accountId, (trx) =>
          insertTold(
            trx,
            batch.map(({ attempt }) => attempt),
          ),
        )
        for (const { written } of batch) written.resolve()
      } catch (error) {
        for (const { written } of batch) written.reject(error)
      }
    }
    queue.isWriting = false
  }

  return {
    write: (accountId, attempt) => {
      const queue = accounts.get(accountId) ?? { waiting: [], isWriting: false }
      accounts.set(accountId, queue)
      const written = Promise.withResolvers<void>()
      queue.waiting.push({ attempt, written })
      if (!queue.isWriting) void drain(accountId, queue)
      return written.promise
    },
  }
}

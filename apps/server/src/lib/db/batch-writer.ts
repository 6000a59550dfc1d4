import type { CompiledQuery } from 'kysely'
import { createKeyedMutex } from '../queue/keyed-mutex.ts'
import type { Database, Db } from './database.ts'
import type { CommitMode } from './one-message.ts'
import { inAccountQuery } from './transaction.ts'

// Batched inserts for hot paths: a statement per row would cost more than the work that the row records.

export type BatchOptions = {
  /** How long the first row of a batch waits for others. */
  gatherMs: number
  batchSize: number
  /** Rows beyond this number of waiting ones are dropped. Without it none is, and the callers wait for their batch. */
  dropAbove?: number
  onFailed?: (error: unknown, rows: number) => void
  onDropped?: (rows: number) => void
}

export type BatchWriter<Row> = {
  /** Resolves when the row is written, or was dropped: one promise per batch. Awaiting it is optional. */
  write: (key: number, row: Row) => Promise<void>
  /** Writes waiting rows at once. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Batch<Row> = { rows: Row[]; send: () => void; written: Promise<void> }

const DROPPED = Promise.resolve()

/** A batch has rows of one key, such as an account. Batches of the same key are inserted one after another. */
export const createBatches = <Row>(
  insert: (key: number, rows: readonly Row[]) => Promise<unknown>,
  { gatherMs, batchSize, dropAbove = Number.POSITIVE_INFINITY, onFailed, onDropped }: BatchOptions,
): BatchWriter<Row> => {
  /** The batch of each key that still has room. */
  const gathering = new Map<number, Batch<Row>>()
  const unwritten = new Set<Batch<Row>>()
  const inTurn = createKeyedMutex()
  let waiting = 0
  let dropped = 0
  let isClosed = false

  const insertBatch = async (key: number, batch: Batch<Row>): Promise<void> => {
    // Not earlier: during a slow insert the next batch fills.
    if (gathering.get(key) === batch) gathering.delete(key)
    waiting -= batch.rows.length
    if (dropped > 0) onDropped?.(dropped)
    dropped = 0
    try {
      await insert(key, batch.rows)
    } catch (error) {
      onFailed?.(error, batch.rows.length)
      throw error
    } finally {
      unwritten.delete(batch)
    }
  }

  const openBatch = (key: number): Batch<Row> => {
    const { promise: gathered, resolve: send } = Promise.withResolvers<void>()
    const timer = setTimeout(send, gatherMs)
    const batch: Batch<Row> = { rows: [], send, written: gathered }
    batch.written = gathered.then(() => {
      clearTimeout(timer)
      return inTurn(String(key), () => insertBatch(key, batch))
    })
    // Callers that await get the error; without one, it must not crash the process.
    batch.written.catch(() => undefined)
    gathering.set(key, batch)
    unwritten.add(batch)
    return batch
  }

  const flush = async (): Promise<void> => {
    for (const batch of unwritten) batch.send()
    await Promise.allSettled(Array.from(unwritten, ({ written }) => written))
  }

  return {
    write: (key, row) => {
      if (isClosed) return DROPPED
      if (waiting >= dropAbove) {
        dropped++
        return DROPPED
      }
      const batch = gathering.get(key) ?? openBatch(key)
      waiting++
      if (batch.rows.push(row) >= batchSize) {
        gathering.delete(key)
        batch.send()
      }
      return batch.written
    },
    flush,
    close: () => {
      isClosed = true
      return flush()
    },
  }
}

/** The key is the account. `statement` builds one insert whatever the number of rows. `asyncCommit` does not wait for the disk. */
export const createBatchWriter = <Row>(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  statement: (db: Db, rows: readonly Row[]) => CompiledQuery<unknown>,
  { commit, ...options }: BatchOptions & { commit: CommitMode },
): BatchWriter<Row> =>
  createBatches((accountId, rows) => inAccountQuery(pool, accountId, statement(db, rows), commit), options)

import { setTimeout as sleep } from 'node:timers/promises'
import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { handleJob, type Job, type JobHandler } from '../../lib/queue/jobs.ts'
import { cutoffFor, keepDaysFor } from './retention-rules.ts'
import { findDeletedTo, findRetention, saveDeletedTo } from './retention-store.ts'
import { cleanUpEachAccount, HOURS } from './service.ts'

/**
 * Deletes the oldest rows before `before`, in its transaction. Returns where the next batch begins, in ids; undefined: nothing
 * old was left.
 */
export type DeleteBatch = (trx: Db, before: Date, batch: { after: number; most: number }) => Promise<number | undefined>

/** Small, so that no lock is held for long. */
const BATCH = 500
/** The rest waits for the next run: a job ends long before the queue takes it for lost. */
const MOST_BATCHES = 200
/** A pause after each batch, so many times as long as the batch took: requests have the database to themselves meanwhile. */
const PAUSE = 2
const MOST_PAUSE_MS = 500

/**
 * D-144: deletes what the account does not keep any longer. The setting and the legal hold are read again in the transaction of
 * each batch, so that a hold stops a run that is under way. Killed at any moment, the next run goes on.
 */
export const deleteExpired = async (
  deps: Deps,
  accountId: number,
  { kind, now }: { kind: RetentionKind; now: Date },
  deleteBatch: DeleteBatch,
): Promise<void> => {
  let after: number | undefined = 0
  for (let batch = 0; batch < MOST_BATCHES && after !== undefined; batch++) {
    const [from, started]: [number, number] = [after, performance.now()]
    after = await inAccount(deps.db, accountId, async (trx) => {
      const { keepDays, timezone, isHeld } = await findRetention(trx, kind)
      const before = isHeld ? undefined : cutoffFor(keepDaysFor(kind, keepDays), now, timezone)
      if (!before) return undefined
      await saveDeletedTo(trx, kind, before)
      return deleteBatch(trx, before, { after: from, most: BATCH })
    })
    if (after !== undefined) await sleep(Math.min(PAUSE * (performance.now() - started), MOST_PAUSE_MS))
  }
}

/** For a list of a period that begins before what is still kept: from when it is whole. */
export const keptFromOf = async (
  trx: Db,
  kind: RetentionKind,
  from: Date | undefined,
): Promise<{ keptFrom?: string }> => {
  const deletedTo = from && (await findDeletedTo(trx, kind))
  return deletedTo && from < deletedTo ? { keptFrom: deletedTo.toISOString() } : {}
}

/** The handler of an hourly job that deletes the expired rows of a kind. */
export const handleRetention = (
  deps: Deps,
  job: Job<object>,
  kind: RetentionKind,
  deleteBatch: DeleteBatch,
): JobHandler =>
  handleJob(
    job,
    cleanUpEachAccount(deps, job, HOURS, (accountId, now) =>
      deleteExpired(deps, accountId, { kind, now }, deleteBatch),
    ),
  )

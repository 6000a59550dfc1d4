import type pg from 'pg'
import type { Cell } from './cells-file.ts'
import { listMovedTables } from './move-copy.ts'
import { type MoveProgress, whyNotReplicate } from './move-rules.ts'
import type { Move, Sides } from './move-store.ts'
import {
  createSlot,
  dropSlots,
  dropSubscription,
  isPublished,
  isSubscribed,
  listWithoutIdentity,
  publish,
  readEndOfLog,
  readLag,
  readProgress,
  readReplicationFacts,
  readSubscriber,
  subscribe,
  unpublish,
} from './replication-store.ts'
import { until } from './until.ts'

// The rows of an account by PostgreSQL's logical replication: copied while the account is used, then followed, so that
// only the last changes are left for the pause. Every step can be repeated.

const MINUTE_MS = 60_000
const LIMITS = { copyMs: 24 * 60 * MINUTE_MS, followMs: 30 * MINUTE_MS, drainMs: MINUTE_MS, slotsMs: MINUTE_MS }
const POLL_MS = 200
/** One segment of the log: so much is applied in a moment, and on a busy cell it is never less. */
const SMALL_LAG = 16 * 1024 * 1024
/** A connection may be lost now and then; what fails again and again will not end. */
const MOST_ERRORS = 3

export const assertCanReplicate = async ({ source, target, from, to }: Sides): Promise<void> => {
  const reason = whyNotReplicate(
    { name: from.name, ...(await readReplicationFacts(source)) },
    { name: to.name, ...(await readReplicationFacts(target)) },
    await listWithoutIdentity(source, await namesOf(source)),
  )
  if (reason) throw new Error(reason)
}

const namesOf = async (source: pg.Client): Promise<string[]> => (await listMovedTables(source)).map(({ name }) => name)

/** In the transaction that writes the move down: a move goes by replication where its publication is. */
export const publishAccount = async (source: pg.Client, accountId: number): Promise<void> =>
  publish(source, accountId, await namesOf(source))

const assertNoErrors = (errors: number, to: Cell): void => {
  if (errors > MOST_ERRORS)
    throw new Error(`replication fails in the cell ${to.name}: the log of its PostgreSQL says why`)
}

/** Until the target has all tables and is only a moment behind. The account is open at the source meanwhile. */
export const follow = async (sides: Sides, { accountId }: Move, report: (at: MoveProgress) => void): Promise<void> => {
  const { source, target, from, to } = sides
  const tables = (await namesOf(source)).length
  await createSlot(source, accountId)
  if (!(await isSubscribed(target, accountId)))
    await subscribe(target, accountId, from.replicationUrl ?? from.databaseUrl)
  report('subscribed')
  const isCopied = async () => {
    const progress = await readProgress(target, accountId)
    assertNoErrors(progress.errors, to)
    if (progress.tables !== tables)
      throw new Error(`${progress.tables} of ${tables} tables are replicated: abort the move and begin again`)
    return progress.copied === tables
  }
  await until('all tables are copied', LIMITS.copyMs, isCopied, POLL_MS)
  const isNear = async () => {
    assertNoErrors((await readProgress(target, accountId)).errors, to)
    return (await readLag(source, accountId)) < SMALL_LAG
  }
  await until('the target has nearly caught up', LIMITS.followMs, isNear, POLL_MS)
  report('following')
}

/** After the last transaction of the account has ended: until the target has all of it on its disk. */
export const drain = async ({ source }: Sides, move: Move): Promise<void> => {
  const end = await readEndOfLog(source, move.id)
  await until('the target has caught up', LIMITS.drainMs, async () => (await readLag(source, move.accountId, end)) <= 0)
}

/**
 * Before the decision: from then on the source changes its rows of the account, and later deletes them, which must not
 * reach the target. Also after an abort: a slot that is left would keep the log until the disk is full.
 */
const stop = async ({ source, target }: Sides, accountId: number): Promise<void> => {
  await dropSubscription(target, accountId)
  const subscriber = await readSubscriber(target)
  const areGone = async () => (await dropSlots(source, accountId, subscriber)) === 0
  await until('the replication slots are dropped', LIMITS.slotsMs, areGone)
}

/** The publication last: while it is there, a repeat knows what to clean up. */
export const endReplication = async (sides: Sides, accountId: number): Promise<void> => {
  await stop(sides, accountId)
  await unpublish(sides.source, accountId)
}

/** Also where only a part is left, as after the restore of one of the cells. */
export const endReplicationIfAny = async (sides: Sides, accountId: number): Promise<void> => {
  if ((await isPublished(sides.source, accountId)) || (await isSubscribed(sides.target, accountId)))
    await endReplication(sides, accountId)
}

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Cell } from './cells-file.ts'
import { listMovedTables } from './move-copy.ts'
import { type MoveProgress, whyNotReplicate } from './move-rules.ts'
import {
  findOpenMove,
  insertMove,
  inTransaction,
  type Move,
  type NewMove,
  type Sides,
  updateCleaned,
  updateState,
  updateSyncSlots,
} from './move-store.ts'
import {
  advanceSlot,
  createSlot,
  dropSlots,
  dropSubscription,
  enableSubscription,
  isSubscribed,
  listWithoutIdentity,
  publish,
  readEndOfLog,
  readLag,
  readProgress,
  readReplicationFacts,
  readSyncSlots,
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

/** With a way back also in the other direction. */
export const assertCanReplicate = async ({ source, target, from, to }: Sides, wayBack: boolean): Promise<void> => {
  const here = { name: from.name, ...(await readReplicationFacts(source)) }
  const there = { name: to.name, ...(await readReplicationFacts(target)) }
  const withoutIdentity = await listWithoutIdentity(source, await namesOf(source))
  const reason =
    whyNotReplicate(here, there, withoutIdentity) ??
    (wayBack ? whyNotReplicate(there, here, withoutIdentity) : undefined)
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
export const follow = async (sides: Sides, move: Move, report: (at: MoveProgress) => void): Promise<void> => {
  const { source, target, from, to } = sides
  const { accountId } = move
  const tables = (await namesOf(source)).length
  await createSlot(source, move)
  if (!(await isSubscribed(target, accountId))) await subscribe(target, move, from.replicationUrl ?? from.databaseUrl)
  // Before the first of them is there: when the target dies, the source must know which to drop.
  move.syncSlots = await readSyncSlots(target, accountId)
  await updateSyncSlots(source, move)
  await enableSubscription(target, accountId)
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
    return (await readLag(source, move)) < SMALL_LAG
  }
  await until('the target has nearly caught up', LIMITS.followMs, isNear, POLL_MS)
  report('following')
}

const insertWayBack = async ({ target, from }: Sides, { accountId, hosts }: Move): Promise<NewMove> => {
  const back = { id: randomUUID(), accountId, hosts, toCell: from.name, wayBack: false }
  await inTransaction(target, async () => {
    await insertMove(target, back, 'ready')
    await publishAccount(target, accountId)
  })
  return back
}

/** D-160. Before the account is closed: a new slot waits for open transactions. Nothing is sent yet. */
export const prepareWayBack = async (sides: Sides, move: Move): Promise<void> => {
  const { source, target, to } = sides
  const { accountId } = move
  const back = (await findOpenMove(target, { accountId })) ?? (await insertWayBack(sides, move))
  await createSlot(target, back)
  if (!(await isSubscribed(source, accountId)))
    await subscribe(source, back, to.replicationUrl ?? to.databaseUrl, false)
}

/** While both are closed and equal: what made them so is not sent back. */
export const alignWayBack = async ({ target }: Sides, { accountId }: Move): Promise<void> => {
  const back = await findOpenMove(target, { accountId })
  if (back) await advanceSlot(target, back, await readEndOfLog(target, back.id))
}

/** Needs nothing but the cell that the account would return from, and can be repeated. */
export const endWayBack = async (client: pg.Client, accountId: number): Promise<void> => {
  const back = await findOpenMove(client, { accountId })
  if (back?.state !== 'ready') return
  await stopSending(client, back)
  await updateState(client, back, 'aborted')
  await updateCleaned(client, back)
}

/** After the last transaction of the account has ended: until the target has all of it on its disk. */
export const drain = async ({ source }: Sides, move: Move): Promise<void> => {
  const end = await readEndOfLog(source, move.id)
  await until('the target has caught up', LIMITS.drainMs, async () => (await readLag(source, move, end)) <= 0)
}

/** A slot that is left would keep the log until the disk is full. Needs the source alone. */
export const stopSending = async (source: pg.Client, move: Move): Promise<void> => {
  const areGone = async () => (await dropSlots(source, move)) === 0
  await until('the replication slots are dropped', LIMITS.slotsMs, areGone)
  await unpublish(source, move.accountId)
}

/**
 * Before the decision: from then on the source changes its rows of the account, and later deletes them, which must not
 * reach the target. The publication last: while it is there, a repeat knows what to do.
 */
export const endReplication = async ({ source, target }: Sides, move: Move): Promise<void> => {
  await dropSubscription(target, move.accountId)
  await stopSending(source, move)
}

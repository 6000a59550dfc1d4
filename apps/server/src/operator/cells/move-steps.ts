import type pg from 'pg'
import { closeSource, deleteComing, insertComing, isGone, openTarget, upsertSourceGate } from './gate-store.ts'
import {
  type Comparison,
  compareAccount,
  copyAccount,
  copyJobs,
  listTablesWithRows,
  namesFiles,
  raiseSequences,
} from './move-copy.ts'
import { copyFiles } from './move-files.ts'
import { alignWayBack, drain, endReplication, follow, prepareWayBack } from './move-replication.ts'
import type { MoveProgress, MoveState, MoveWay } from './move-rules.ts'
import {
  countHeldLanes,
  countOlderTransactions,
  inTransaction,
  listHosts,
  type Move,
  readClock,
  type Sides,
  updateState,
} from './move-store.ts'
import { enableSubscription, isSubscribed } from './replication-store.ts'
import { until } from './until.ts'

// The steps of a move, by either way.

const LIMITS = { drainMs: 60_000, transactionsMs: 30_000 }

export type OnState = (state: MoveProgress) => void

/** What is copied must not land among the rows of another account of the same number. */
export const assertEmpty = async (target: pg.Client, accountId: number): Promise<void> => {
  const taken = await listTablesWithRows(target, accountId)
  if (taken.length > 0) throw new Error(`the target has rows of account ${accountId} already: ${taken.join(', ')}`)
}

/** What is done in each state, up to the change into the next. */
export const createSteps = (
  sides: Sides,
  move: Move,
  way: MoveWay,
  report: OnState,
  note: (compared: Comparison) => void,
) => {
  const { source, target } = sides
  const byReplication = way === 'replication'
  const { accountId } = move
  const bringFiles = () => copyFiles(sides.from, sides.to, accountId, () => namesFiles(source, accountId))
  const change = (to: MoveState, alongWith: () => Promise<void> = async () => undefined) =>
    inTransaction(source, async () => {
      await alongWith()
      await updateState(source, move, to)
    })
  return {
    ready: async () => {
      if (!(await isGone(target, accountId))) throw new Error(`the account has not left ${sides.to.name}`)
      await change('planned')
    },
    planned: async () => {
      await insertComing(target, move)
      // A subscription is made only after the target was empty: what is there then was replicated.
      if (!(byReplication && (await isSubscribed(target, accountId))))
        await assertEmpty(target, accountId).catch(async (error) => {
          await deleteComing(target, move)
          throw error
        })
      if (byReplication) {
        await follow(sides, move, report)
        if (move.wayBack) await prepareWayBack(sides, move)
        await bringFiles()
      }
      // From here on no worker claims a lane of the account; requests are still served.
      await change('draining', () => upsertSourceGate(source, move, 'draining'))
    },
    draining: async () => {
      await bringFiles()
      await until('the lanes are drained', LIMITS.drainMs, async () => (await countHeldLanes(source, accountId)) === 0)
      await change('frozen', () => upsertSourceGate(source, move, 'frozen'))
    },
    frozen: async () => {
      const closedAt = await readClock(source)
      const isDrained = async () => (await countOlderTransactions(source, closedAt)) === 0
      await until('open transactions have ended', LIMITS.transactionsMs, isDrained)
      if (byReplication) {
        await drain(sides, move)
        report('drained')
        await copyJobs(source, target, accountId)
      } else await copyAccount(source, target, accountId)
      await bringFiles()
      await change('copied')
    },
    copied: async () => {
      if (byReplication) {
        await endReplication(sides, move)
        report('unsubscribed')
      }
      if (move.wayBack) await alignWayBack(sides, move)
      await raiseSequences(source, target)
      const compared = await compareAccount(source, target, accountId)
      note(compared)
      if (compared.differing.length > 0) throw new Error(`the copy differs in ${compared.differing.join(', ')}`)
      await change('verified')
    },
    verified: async () => {
      const hosts = await listHosts(source, accountId)
      await change('decided', () => closeSource(source, move, hosts))
      move.hosts = hosts
    },
    decided: async () => {
      await inTransaction(target, () => openTarget(target, move))
      if (move.wayBack) await enableSubscription(source, accountId)
      await change('opened')
    },
  }
}

import { poolWaits } from '../process/telemetry.ts'
import { PoolBusy } from './connection.ts'

// How the accounts share the connections of a pool. An account that has its share waits in a line of its own, so one with very
// many requests leaves connections to the others: they wait for a few transactions at most, never for its whole queue.

type FairShare = {
  run: <T>(accountId: number, work: () => Promise<T>) => Promise<T>
  waiting: () => number
}

/** Of the connections of a pool: the rest is for other accounts, even when nobody else has asked yet. */
const SHARE = 0.75

const shareOf = (max: number): number => Math.max(1, Math.floor(max * SHARE))

type Line = { held: number; waiting: (() => void)[] }

type Limits = { name: string; max: number; waitMs: number; mostWaiting: number }

const createFairShare = ({ name, max, waitMs, mostWaiting }: Limits): FairShare => {
  const share = shareOf(max)
  const lines = new Map<number, Line>()

  const lineOf = (accountId: number): Line => {
    const line = lines.get(accountId) ?? { held: 0, waiting: [] }
    lines.set(accountId, line)
    return line
  }

  const waitForTurn = ({ waiting }: Line): Promise<void> => {
    if (waiting.length >= mostWaiting)
      throw new PoolBusy(`more than ${mostWaiting} of one account wait for a connection`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(new PoolBusy(`the account had all of its connections for ${waitMs} ms`))
    }, waitMs)
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(start)
    return promise
  }

  const enter = async (line: Line): Promise<void> => {
    const since = performance.now()
    let outcome = 'refused'
    try {
      await waitForTurn(line)
      outcome = 'served'
    } finally {
      poolWaits.observe({ pool: `${name} share`, outcome }, (performance.now() - since) / 1000)
    }
  }

  const leave = (accountId: number, line: Line): void => {
    const next = line.waiting.shift()
    // The place passes on to the next one.
    if (next) next()
    else line.held--
    if (line.held === 0) lines.delete(accountId)
  }

  return {
    run: async (accountId, work) => {
      const line = lineOf(accountId)
      if (line.held < share) line.held++
      else await enter(line)
      try {
        return await work()
      } finally {
        leave(accountId, line)
      }
    },
    waiting: () => lines.values().reduce((sum, { waiting }) => sum + waiting.length, 0),
  }
}

const shares = new WeakMap<object, FairShare>()

/** For a pool, and for the Kysely on it. */
export const limitShare = (handles: readonly object[], limits: Limits): void => {
  const share = createFairShare(limits)
  for (const handle of handles) shares.set(handle, share)
}

/** Runs work that takes a connection of this pool, or of this Kysely, when it is the account's turn. */
export const inTurn = <T>(handle: object, accountId: number, work: () => Promise<T>): Promise<T> => {
  const share = shares.get(handle)
  return share ? share.run(accountId, work) : work()
}

/** How many wait for a connection of the pool: at the pool itself, or in the line of their account. */
export const waitingFor = (pool: { waitingCount: number }): number =>
  pool.waitingCount + (shares.get(pool)?.waiting() ?? 0)

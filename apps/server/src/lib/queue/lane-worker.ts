import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { isAccountClosed, isOutage } from '../db/pg-errors.ts'
import type { RedisClient } from '../db/redis.ts'
import { inAccount, inAccountQuery } from '../db/transaction.ts'
import { messageOf } from '../errors.ts'
import type { Log } from '../process/log.ts'
import { laneErrors } from '../process/telemetry.ts'
import { decideAfterError, LeaseLost } from './lane-errors.ts'
import { createLaneShares, PER_ENDPOINT } from './lane-shares.ts'

// Ordered delivery, one lane per key: at most one worker has a lane at a time, the lane of a killed worker is claimed again
// when its lease expires, and a failing lane backs off without holding up any other. The cost of a claim depends on the lanes
// that are ready, not on the backlog behind them.

export type Claim = {
  accountId: number
  kind: string
  key: string
  endpoint: string
  /**
   * Whether this worker still has the lease. A worker that slept past its lease may have lost the lane to another: ask before
   * each send when one claim covers many.
   */
  holds: () => boolean
  /** Consecutive failures of this lane, and when they began. */
  failures: number
  failingSince: Date | undefined
}

/** The result of a run: nothing left to do, more to do now, failed and when to retry, or postponed, which is no failure. */
export type LaneResult = 'done' | 'more' | { retryInSeconds: number } | { waitSeconds: number }

export type LaneHandler = (claim: Claim) => Promise<LaneResult>

/** How a kind of lanes is served, and what is done when it is given up after errors of ours. */
export type LaneServer = LaneHandler | { serve: LaneHandler; onGivenUp: (claim: Claim) => Promise<void> }

const LEASE_SECONDS = 25

const LEASE = `${LEASE_SECONDS} seconds`

const RENEW_MS = 8_000
/** A worker stops this long before its lease expires: it asks first and sends afterwards. */
const MARGIN_MS = 2_000

const LOOK_MS = 500

type Row = {
  account_id: number
  kind: string
  key: string
  endpoint: string
  wanted: number
  fence: number
  failures: number
  failing_since: Date | null
}

/** Renews the lease of a lane that takes long. Without it another worker would claim the lane of one that is slow, not dead. */
const renew = (db: Db, row: Row): Promise<boolean> =>
  inAccount(db, row.account_id, async (trx) => {
    const renewed = await trx
      .updateTable('lane')
      .set({ next_at: sql`now() + ${LEASE}::interval`, held_until: sql`now() + ${LEASE}::interval` })
      .where('kind', '=', row.kind)
      .where('key', '=', row.key)
      .where('fence', '=', row.fence)
      .returning('key')
      .execute()
    return renewed.length > 0
  })

const keepLease = (db: Db, row: Row, claimedAt: number) => {
  let heldSince = claimedAt
  const renewing = setInterval(() => {
    const asked = performance.now()
    renew(db, row).then(
      (isOurs) => {
        heldSince = isOurs ? asked : Number.NEGATIVE_INFINITY
      },
      () => undefined,
    )
  }, RENEW_MS)
  return {
    holds: () => performance.now() - heldSince < LEASE_SECONDS * 1000 - MARGIN_MS,
    end: () => clearInterval(renewing),
  }
}

/** With asynchronous commit: if PostgreSQL crashes and loses it, the lane runs once more when its lease expires. */
const finish = async ({ db, pool }: Pick<Database, 'db' | 'pool'>, row: Row, outcome: LaneResult): Promise<void> => {
  const waits = typeof outcome === 'object' && 'waitSeconds' in outcome
  const failed = typeof outcome === 'object' && 'retryInSeconds' in outcome
  const seconds = waits ? outcome.waitSeconds : failed ? outcome.retryInSeconds : 0
  const again = sql<Date>`now() + ${`${seconds} seconds`}::interval`
  const update = db
    .updateTable('lane')
    .set({
      // Work enqueued meanwhile, or work left over, makes the lane ready at once. The fencing token rejects writes from a
      // worker that lost its lease.
      next_at: failed || waits || outcome === 'more' ? again : sql`case when wanted > ${row.wanted} then now() end`,
      held_until: null,
      ...(!waits && {
        failures: failed ? row.failures + 1 : 0,
        failing_since: failed ? sql<Date>`coalesce(failing_since, now())` : null,
      }),
      errors: 0,
      error_code: null,
      error_at: null,
      given_up_at: null,
    })
    .where('kind', '=', row.kind)
    .where('key', '=', row.key)
    .where('fence', '=', row.fence)
  await inAccountQuery(pool, row.account_id, update.compile(), 'asyncCommit')
}

/**
 * An error of ours counts as a failed attempt. A lane that is given up waits until work is enqueued again; true when it is.
 */
const finishAfterError = (db: Db, row: Row, error: unknown): Promise<boolean> =>
  inAccount(db, row.account_id, async (trx) => {
    const lane = await trx
      .selectFrom('lane')
      .select('errors')
      .where('kind', '=', row.kind)
      .where('key', '=', row.key)
      .where('fence', '=', row.fence)
      .forUpdate()
      .executeTakeFirst()
    if (!lane) return false
    const { retryInSeconds, code } = decideAfterError(lane.errors, error)
    const isGivenUp = retryInSeconds === undefined
    await trx
      .updateTable('lane')
      .set({
        next_at: isGivenUp ? null : sql`now() + ${`${retryInSeconds} seconds`}::interval`,
        held_until: null,
        failures: row.failures + 1,
        failing_since: sql`coalesce(failing_since, now())`,
        errors: lane.errors + 1,
        error_code: code,
        error_at: sql`now()`,
        given_up_at: isGivenUp ? sql`now()` : null,
      })
      .where('kind', '=', row.kind)
      .where('key', '=', row.key)
      .execute()
    return isGivenUp
  })

export type LaneWorker = { stop: () => Promise<void> }

/** Runs lanes until stopped: a sliding window of claims, so that a slow lane does not hold up a batch. */
export const serveLanes = (
  { db, pool, redis, prefix, log }: Pick<Database, 'db' | 'pool'> & { redis: RedisClient; prefix: string; log: Log },
  servers: Readonly<Record<string, LaneServer>>,
  window = 50,
): LaneWorker => {
  const kinds = Object.keys(servers)
  const underWay = new Set<Promise<void>>()
  const shares = createLaneShares(window)
  let stopped = false
  let look = Promise.withResolvers<void>()
  const lookAgain = () => look.resolve()

  const handleError = async (row: Row, claim: Claim, error: unknown): Promise<void> => {
    log.error({ lane: row.kind, err: error }, 'a lane could not be served')
    // The database is away, another worker has the lane, or the account is being moved: it is claimed again, here or
    // there, when the lease expires.
    if (error instanceof LeaseLost || isOutage(error) || isAccountClosed(error)) return
    laneErrors.inc({ kind: row.kind })
    const server = servers[row.kind]
    const isGivenUp = await finishAfterError(db, row, error)
    if (isGivenUp && typeof server === 'object') await server.onGivenUp(claim)
  }

  const serve = async (row: Row, claimedAt: number): Promise<void> => {
    const lease = keepLease(db, row, claimedAt)
    const { account_id: accountId, kind, key, endpoint, failures } = row
    const failingSince = row.failing_since ?? undefined
    const claim: Claim = { accountId, kind, key, endpoint, holds: lease.holds, failures, failingSince }
    const server = servers[kind]
    try {
      const outcome = await (typeof server === 'object' ? server.serve : server)?.(claim)
      await finish({ db, pool }, row, outcome ?? 'done')
    } catch (error) {
      await handleError(row, claim, error).catch((second) => log.error({ err: second }, 'a lane could not be released'))
    } finally {
      lease.end()
    }
  }

  const start = (row: Row, claimedAt: number): void => {
    shares.begin(row)
    const work = serve(row, claimedAt).finally(() => {
      underWay.delete(work)
      shares.end(row)
      lookAgain()
    })
    underWay.add(work)
  }

  const round = async (): Promise<void> => {
    const room = window - underWay.size
    if (room <= 0) return
    const { endpoints, perAccount, accounts, held } = shares.taken()
    const asked = performance.now()
    const { rows } = await sql<Row>`
      select account_id, kind, key, endpoint, wanted, fence, failures, failing_since
      from claim_lanes(${kinds}, ${room}, ${PER_ENDPOINT}, ${endpoints}, ${LEASE}::interval,
        ${perAccount}, ${accounts}, ${held})`.execute(db)
    for (const row of rows) start(row, asked)
    // claim_lanes looks at the oldest lanes only: those of others are behind them, and seen when the full ones are left out.
    if (rows.length === room || rows.some(shares.isFull)) lookAgain()
  }

  const listener = redis.duplicate()
  listener.on('error', () => undefined)
  listener.on('ready', () => void listener.subscribe(`${prefix}lanes`).catch(() => undefined))
  listener.on('message', lookAgain)

  const loop = (async () => {
    while (!stopped) {
      look = Promise.withResolvers<void>()
      const timer = setTimeout(lookAgain, LOOK_MS)
      await round().catch((error) => log.warn({ reason: messageOf(error) }, 'lanes cannot be claimed'))
      await look.promise
      clearTimeout(timer)
    }
  })()

  return {
    stop: async () => {
      stopped = true
      lookAgain()
      listener.disconnect()
      await loop
      await Promise.all(underWay)
    },
  }
}

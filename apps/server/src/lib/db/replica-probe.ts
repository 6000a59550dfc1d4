import { sql } from 'kysely'
import { messageOf } from '../errors.ts'
import type { Log } from '../process/log.ts'
import type { Db, Pooling } from './database.ts'
import { detectPooler, whyPoolingIsWrong } from './pooler.ts'
import { createLagHistory } from './replica-lag.ts'

// Whether reports may be read from the standby now, asked every second: is it one, of this database, and how far behind?

const PROBE_MS = 1_000

/** Why a report was read from the primary, as the metric and the log say it. */
type Reason = 'unreachable' | 'not-a-standby' | 'wrong-pooling' | 'behind' | 'canceled' | 'error'

export class ReplicaUnfit extends Error {
  readonly reason: Reason
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** How old the figures are. */
export type ReplicaAge = { asOf: string; behindSeconds: number }

/** Which database of which cluster: positions in the logs of two clusters cannot be compared. */
const IDENTITY = sql<string>`(select system_identifier from pg_control_system())::text || '/' ||
  (select oid from pg_database where datname = current_database())`

/** What is written, not what is inserted: only commits that may be lost are visible before they are written. */
export const findPrimaryPosition = async (primary: Db): Promise<{ lsn: number; identity: string }> => {
  const { rows } = await sql<{ lsn: number; identity: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as lsn, ${IDENTITY} as identity`.execute(primary)
  return rows[0] ?? { lsn: 0, identity: '' }
}

/** The position up to which a standby has replayed; throws where there is none. */
export const findReplayed = async (db: Db, identity?: string): Promise<number> => {
  const { rows } = await sql<{ lsn: number | null; identity: string }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as lsn,
      ${IDENTITY} as identity`.execute(db)
  const [found] = rows
  if (typeof found?.lsn !== 'number') throw new ReplicaUnfit('not-a-standby', 'it is no standby')
  if (identity !== undefined && found.identity !== identity)
    throw new ReplicaUnfit('not-a-standby', 'it is a standby of another database')
  return found.lsn
}

/** Recovery cancels statements that are in its way (40001, 40P01), and locks or slow statements time out. */
const CANCELED = /^(40001|40P01|57014|55P03)$/

export const isCanceled = (error: unknown): boolean => CANCELED.test(String((error as { code?: unknown } | null)?.code))

export const reasonOf = (error: unknown, otherwise: Reason): Reason =>
  error instanceof ReplicaUnfit ? error.reason : isCanceled(error) ? 'canceled' : otherwise

/** Runs again and again, a second after the last run; returns a function that stops it. */
const repeat = (run: () => Promise<void>): (() => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let isRunning = true
  let last = Promise.resolve()
  const next = () => {
    last = run().then(() => {
      if (isRunning) timer = setTimeout(next, PROBE_MS)
    })
  }
  next()
  return async () => {
    isRunning = false
    clearTimeout(timer)
    await last
  }
}

type ProbeOptions = { url: string; pooling: Pooling; primary: Db; mostLagSeconds: number; log: Log }

export const createProbe = ({ url, pooling, primary, mostLagSeconds, log }: ProbeOptions, probe: Db) => {
  const history = createLagHistory()
  let asOf = performance.now()
  let unfit: ReplicaUnfit | undefined = new ReplicaUnfit('unreachable', 'it has not been asked yet')
  let isPoolerKnown = false
  let wasReported = false

  const lagMs = () => performance.now() - asOf

  const ageOf = (lsn: number): ReplicaAge => {
    const known = history.asOf(lsn)
    const behindMs = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known
    if (behindMs > mostLagSeconds * 1000) throw new ReplicaUnfit('behind', `it is more than ${mostLagSeconds} s behind`)
    return { asOf: new Date(Date.now() - behindMs).toISOString(), behindSeconds: Math.round(behindMs / 1000) }
  }

  /** Named statements behind a transaction pooler could answer another question (pooler.ts). */
  const rejectWrongPooling = async () => {
    if (isPoolerKnown || pooling === 'transaction') return
    const reason = whyPoolingIsWrong(await detectPooler(url), pooling, 'REPORTS_DATABASE_URL')
    if (reason) throw new ReplicaUnfit('wrong-pooling', reason)
    isPoolerKnown = true
  }

  const check = async (): Promise<void> => {
    await rejectWrongPooling()
    // Before it is asked: the primary may write meanwhile.
    const sentAt = performance.now()
    const position = await findPrimaryPosition(primary).catch(() => undefined)
    if (position) history.add(position.lsn, sentAt)
    const replayed = await findReplayed(probe, position?.identity)
    asOf = Math.max(asOf, history.asOf(replayed) ?? asOf)
    ageOf(replayed)
  }

  const report = (now: ReplicaUnfit | undefined) => {
    if (now?.reason === unfit?.reason && wasReported) return
    if (now)
      log.warn({ reason: now.reason, why: now.message }, 'reports are read from the primary, not from the replica')
    else log.info('reports are read from the replica')
    wasReported = true
  }

  const run = async (): Promise<void> => {
    const now = await check().then(
      () => undefined,
      (error) => new ReplicaUnfit(reasonOf(error, 'unreachable'), messageOf(error), { cause: error }),
    )
    report(now)
    unfit = now
  }
  return { stop: repeat(run), ageOf, unfit: () => unfit, lagSeconds: () => lagMs() / 1000 }
}

import { AppError, messageOf } from '../errors.ts'
import type { Log } from '../process/log.ts'
import { reportsFromPrimary } from '../process/telemetry.ts'
import { type Database, type Db, openDatabase, type Pooling } from './database.ts'
import { createProbe, findReplayed, isCanceled, type ReplicaAge, ReplicaUnfit, reasonOf } from './replica-probe.ts'
import { inAccount } from './transaction.ts'

// D-157: a streaming standby from which reports are read. Whatever is wrong with it, the primary answers.

/** So many connections a server opens to it: reports, and the one of the probe. */
const [REPORT_CONNECTIONS, PROBE_CONNECTIONS] = [4, 1]
export const REPLICA_CONNECTIONS = REPORT_CONNECTIONS + PROBE_CONNECTIONS

export type ReportsReplica = {
  /** Reads there, or from the primary; `replica` is absent then. `work` may run on both. */
  read: <T>(accountId: number, work: (trx: Db) => Promise<T>) => Promise<{ result: T; replica?: ReplicaAge }>
  /** How far it is behind; grows while it is away. */
  lagSeconds: () => number
  close: () => Promise<void>
}

type ReplicaOptions = {
  url: string
  pooling: Pooling
  primary: Db
  mostLagSeconds: number
  applicationName: string
  waitMs: number
  log: Log
}

const openPools = ({
  url,
  pooling,
  applicationName,
  waitMs,
}: ReplicaOptions): Record<'reports' | 'probe', Database> => {
  // The probe notices and logs it.
  const common = { url, pooling, onError: () => undefined }
  return {
    reports: openDatabase({
      ...common,
      ...{ name: 'reports', max: REPORT_CONNECTIONS, applicationName: `${applicationName} reports`, waitMs },
      ...{ statementTimeoutMs: 8_000, readTimeoutMs: 10_000 },
    }),
    probe: openDatabase({
      ...common,
      ...{ name: 'reports probe', max: PROBE_CONNECTIONS, applicationName: `${applicationName} probe`, waitMs: 2_000 },
      ...{ statementTimeoutMs: 2_000, readTimeoutMs: 3_000 },
    }),
  }
}

export const openReportsReplica = (options: ReplicaOptions): ReportsReplica => {
  const { primary, log } = options
  const pools = openPools(options)
  const probe = createProbe(options, pools.probe.db)

  const readReplica = <T>(accountId: number, work: (trx: Db) => Promise<T>) =>
    inAccount(pools.reports.db, accountId, async (trx) => {
      try {
        // In the transaction that reads: it may have stopped or become a primary since the probe.
        const replica = probe.ageOf(await findReplayed(trx))
        return { result: await work(trx), replica }
      } catch (error) {
        // Another attempt there would wait for the same.
        throw isCanceled(error) ? new ReplicaUnfit('canceled', messageOf(error), { cause: error }) : error
      }
    })

  const read: ReportsReplica['read'] = async (accountId, work) => {
    const known = probe.unfit()
    try {
      if (!known) return await readReplica(accountId, work)
    } catch (error) {
      // What the request is refused for may be late there: a user or an open account that it does not know of yet.
      if (!(error instanceof AppError)) {
        const reason = reasonOf(error, 'error')
        reportsFromPrimary.inc({ reason })
        log.warn({ reason, why: messageOf(error) }, 'a report was read from the primary')
      }
    }
    if (known) reportsFromPrimary.inc({ reason: known.reason })
    return { result: await inAccount(primary, accountId, work) }
  }

  const close = async () => {
    await probe.stop()
    await pools.reports.close()
    await pools.probe.close()
  }
  return { read, lagSeconds: probe.lagSeconds, close }
}

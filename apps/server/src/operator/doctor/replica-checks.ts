import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { type Db, openDatabase } from '../../lib/db/database.ts'
import { detectPooler, whyPoolingIsWrong } from '../../lib/db/pooler.ts'
import { findPrimaryPosition, findReplayed } from '../../lib/db/replica-probe.ts'
import { REPLICA_CONNECTIONS } from '../../lib/db/reports-replica.ts'
import { messageOf } from '../../lib/errors.ts'
import { withClient } from '../database-client.ts'
import { checkRole } from './database-checks.ts'
import { type Check, error, replicaVerdict, warning } from './verdicts.ts'

const NAME = 'replica for reports'
const PATIENCE_MS = 5_000
const PAUSE_MS = 100

/** Bytes of log that it lacks of what the primary had written when it was asked, after waiting for it a while. */
const findMissing = async (primary: Db, replica: Db): Promise<number> => {
  const { lsn, identity } = await findPrimaryPosition(primary)
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const missing = lsn - (await findReplayed(replica, identity))
    if (missing <= 0 || performance.now() > end) return Math.max(0, missing)
    await sleep(PAUSE_MS)
  }
}

const checkAt = async (config: Config, url: string, servers: number): Promise<Check> => {
  const role = await withClient(url, checkRole)
  if (role.status === 'error') return error(NAME, role.found, 'Use the role of DATABASE_URL in REPORTS_DATABASE_URL')
  const wrong = whyPoolingIsWrong(await detectPooler(url), config.databasePooling, 'REPORTS_DATABASE_URL')
  if (wrong) return warning(NAME, 'a pooler in transaction mode, and DATABASE_POOLING is session', wrong)
  const common = { pooling: config.databasePooling, max: 1, applicationName: 'patchbay operator' }
  const [primary, replica] = [config.databaseUrl, url].map((one) =>
    openDatabase({ ...common, url: one, onError: () => undefined }),
  )
  if (!primary || !replica) throw new Error('two databases')
  try {
    const missing = await findMissing(primary.db, replica.db)
    return replicaVerdict({ missing, patienceSeconds: PATIENCE_MS / 1000, connections: servers * REPLICA_CONNECTIONS })
  } finally {
    await primary.close()
    await replica.close()
  }
}

/** D-157: a replica that cannot be used costs nobody an answer, so it is a warning. */
export const checkReplica = async (config: Config, servers: number): Promise<Check[]> => {
  const url = config.reportsDatabaseUrl
  if (url === undefined) return []
  try {
    return [await checkAt(config, url, servers)]
  } catch (reason) {
    const found = `${new URL(url).host} cannot be used: ${messageOf(reason)}`
    const fix =
      'Give the address of a streaming standby of this database in REPORTS_DATABASE_URL, or remove it; the primary answers'
    return [warning(NAME, found, fix)]
  }
}

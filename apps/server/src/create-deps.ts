import { listChatLoads } from './chats/assignment/store.ts'
import { hasChats } from './chats/conversations/customer-store.ts'
import { chatExport } from './chats/conversations/export-actions.ts'
import { moveChats } from './chats/conversations/store.ts'
import type { Config } from './config.ts'
import { customerExport } from './crm/customers/export-actions.ts'
import { importRowExport } from './crm/imports/export-actions.ts'
import { orderExport } from './crm/orders/export-actions.ts'
import { taskExport } from './crm/tasks/export-actions.ts'
import type { Deps } from './deps.ts'
import { type Db, openDatabase } from './lib/db/database.ts'
import { createPageCursors } from './lib/db/page-cursor-cache.ts'
import { assertPooling } from './lib/db/pooler.ts'
import { openRedis, processName } from './lib/db/redis.ts'
import { openReportsReplica } from './lib/db/reports-replica.ts'
import { createRateLimit } from './lib/http-in/rate-limit.ts'
import { createCircuitStates } from './lib/http-out/circuit-states.ts'
import { createEgress } from './lib/http-out/egress.ts'
import { createMailer } from './lib/http-out/mail.ts'
import { createLive } from './lib/live/live.ts'
import { createPresence } from './lib/live/presence.ts'
import { createRelay, withListeners } from './lib/live/relay.ts'
import type { Log } from './lib/process/log.ts'
import { startInOrder } from './lib/process/process.ts'
import { createJobs, NO_TABLES, OLD_TABLES } from './lib/queue/jobs.ts'
import { createLanes } from './lib/queue/lanes.ts'
import { createSealer } from './lib/security/sealer.ts'
import { createFileStorage, type FileStorage } from './lib/storage/file-storage.ts'
import { withClient } from './operator/database-client.ts'
import { compareMigrations, listAppliedMigrations, listMigrations } from './operator/migrations.ts'
import { paymentExport } from './payments/invoice-list/export-actions.ts'
import { rejectInvoicedPayment } from './payments/invoices/service.ts'
import { paymentDayExport } from './payments/payment-days/export-actions.ts'
import { rejectUnusableShop } from './payments/shops/service.ts'
import { createAccountCache } from './platform/accounts/cache.ts'
import { actionLogExport } from './platform/action-log/export-actions.ts'
import { createKeyCache } from './platform/api-keys/cache.ts'
import { trafficExport } from './platform/traffic/export-actions.ts'
import { createTrafficLog } from './platform/traffic/service.ts'
import { callExport } from './telephony/calls/export-actions.ts'
import { listCallLoads } from './telephony/calls/load-store.ts'
import { hasCalls, moveCalls } from './telephony/calls/store.ts'

/** The S3 client is loaded only where a bucket is configured. */
const openStorage = async ({ fileBucket, fileFolder }: Config): Promise<FileStorage> =>
  fileBucket ? (await import('./lib/storage/s3-storage.ts')).createS3Storage(fileBucket) : createFileStorage(fileFolder)

/** What a process is: commands of the operator are processes too. */
export type ProcessRole = 'server' | 'worker' | 'operator'

const openPools = (config: Config, log: Log, role: ProcessRole) => {
  const common = {
    url: config.databaseUrl,
    pooling: config.databasePooling,
    onError: (error: Error) => log.warn({ err: error }, 'a database connection was lost'),
    waitMs: config.poolWaitMs,
    // A worker takes on only as much as it can do: its lanes may wait.
    ...(role === 'server' && { mostWaiting: config.poolMostWaiting }),
  }
  const main = openDatabase({ ...common, max: config.poolSize, applicationName: `patchbay ${role}` })
  const applicationName = `patchbay ${role} money`
  return { main, money: openDatabase({ ...common, name: 'money', max: config.moneyPoolSize, applicationName }) }
}

/** Only servers answer reports. */
const openReplica = (config: Config, log: Log, role: ProcessRole, primary: Db) =>
  role === 'server' && config.reportsDatabaseUrl !== undefined
    ? openReportsReplica({
        ...{ url: config.reportsDatabaseUrl, pooling: config.databasePooling, primary, log },
        ...{ mostLagSeconds: config.reportsMostLagSeconds, waitMs: config.poolWaitMs },
        applicationName: `patchbay ${role}`,
      })
    : undefined

const openDeps = async (
  config: Config,
  log: Log,
  role: ProcessRole,
  opened: AsyncDisposableStack,
): Promise<Deps & { close: () => Promise<void> }> => {
  const { main: database, money } = openPools(config, log, role)
  opened.defer(database.close)
  opened.defer(money.close)
  const reports = openReplica(config, log, role, database.db)
  opened.defer(async () => reports?.close())
  const redis = openRedis(config.redisUrl, processName(role, config.redisPrefix), log)
  opened.defer(() => redis.disconnect())
  const circuits = createCircuitStates(redis, config.redisPrefix)
  const relay = createRelay(config.redisUrl, redis, config.redisPrefix, log)
  opened.defer(relay.close)
  const egress = withListeners(createEgress(config.egress, circuits), relay)
  opened.defer(egress.close)
  const live = createLive(config.redisUrl, redis, config.redisPrefix, log)
  opened.defer(live.close)
  const jobs = await createJobs(config, log, role === 'worker')
  opened.defer(jobs.close)
  const storage = await openStorage(config)
  const traffic = createTrafficLog(database, log, config.trafficBytesPerDay)
  opened.defer(traffic.close)
  return {
    config,
    log,
    now: () => new Date(),
    db: database.db,
    pool: database.pool,
    money: { db: money.db, pool: money.pool, accounts: createAccountCache(money.db, config) },
    reports,
    redis,
    accounts: createAccountCache(database.db, config),
    // Payment routes need it too: it must not wait for the connections of the others.
    keys: createKeyCache(money.db, money.pool),
    rateLimit: createRateLimit(redis, config.redisPrefix),
    presence: createPresence(redis, config.redisPrefix, live),
    pageCursors: createPageCursors(),
    live,
    relay,
    lanes: createLanes(redis, config.redisPrefix),
    jobs,
    egress,
    circuits,
    mailer: createMailer(config.mail),
    sealer: createSealer(config.secretKey),
    storage,
    traffic,
    orderPaymentGuards: [{ beforeAdd: rejectUnusableShop, beforeDelete: rejectInvoicedPayment }],
    customerBelongings: [
      { name: 'calls', move: moveCalls, has: hasCalls },
      { name: 'chats', move: moveChats, has: hasChats },
    ],
    exportLists: [
      ...[customerExport, orderExport, paymentExport, paymentDayExport, callExport, chatExport, taskExport],
      ...[importRowExport, actionLogExport, trafficExport],
    ],
    workloads: [
      { name: 'calls', list: listCallLoads },
      { name: 'chats', list: listChatLoads },
    ],
    close: () => opened.disposeAsync(),
  }
}

/** This release would fail on tables that lack something. Those of a newer one are fine: that is the way back after an upgrade. */
const assertMigrated = async (databaseUrl: string): Promise<void> => {
  const applied = await withClient(databaseUrl, listAppliedMigrations)
  if (applied.length === 0) throw new Error(NO_TABLES)
  if (compareMigrations(await listMigrations(), applied).pending.length > 0) throw new Error(OLD_TABLES)
}

/** What each process begins with: the one place that knows every area. */
export const createDeps = async (config: Config, log: Log, role: ProcessRole) => {
  await assertPooling(config.databaseUrl, config.databasePooling)
  await assertMigrated(config.databaseUrl)
  return startInOrder((opened) => openDeps(config, log, role, opened))
}

import type pg from 'pg'
import { listChatLoads } from './chats/assignment/store.ts'
import { hasChats } from './chats/conversations/customer-store.ts'
import { chatExport } from './chats/conversations/export-actions.ts'
import { moveChats } from './chats/conversations/store.ts'
import type { Config } from './config.ts'
import type { CustomerBelongings } from './crm/customer-merges/service.ts'
import { customerExport } from './crm/customers/export-actions.ts'
import { importRowExport } from './crm/imports/export-actions.ts'
import type { OrderPaymentGuard } from './crm/order-payments/service.ts'
import { orderExport } from './crm/orders/export-actions.ts'
import { taskExport } from './crm/tasks/export-actions.ts'
import { type Db, openDatabase } from './lib/db/database.ts'
import { createPageCursors, type PageCursors } from './lib/db/page-cursor-cache.ts'
import { assertPooling } from './lib/db/pooler.ts'
import { openRedis, processName, type RedisClient } from './lib/db/redis.ts'
import { createRateLimit, type RateLimit } from './lib/http-in/rate-limit.ts'
import { type CircuitStates, createCircuitStates } from './lib/http-out/circuit-states.ts'
import { createEgress, type Egress } from './lib/http-out/egress.ts'
import { createMailer, type Mailer } from './lib/http-out/mail.ts'
import { createLive, type Live } from './lib/live/live.ts'
import { createPresence, type Presence } from './lib/live/presence.ts'
import { createRelay, type Relay, withListeners } from './lib/live/relay.ts'
import type { Log } from './lib/process/log.ts'
import { createJobs, type Jobs } from './lib/queue/jobs.ts'
import { createLanes, type Lanes } from './lib/queue/lanes.ts'
import { createSealer, type Sealer } from './lib/security/sealer.ts'
import { createFileStorage, type FileStorage } from './lib/storage/file-storage.ts'
import { paymentExport } from './payments/invoice-list/export-actions.ts'
import { rejectInvoicedPayment } from './payments/invoices/service.ts'
import { paymentDayExport } from './payments/payment-days/export-actions.ts'
import { rejectUnusableShop } from './payments/shops/service.ts'
import { type AccountCache, createAccountCache } from './platform/accounts/cache.ts'
import { actionLogExport } from './platform/action-log/export-actions.ts'
import { createKeyCache, type KeyCache } from './platform/api-keys/cache.ts'
import type { ExportList } from './platform/exports/service.ts'
import type { WorkloadSource } from './platform/routing/service.ts'
import { trafficExport } from './platform/traffic/export-actions.ts'
import { createTrafficLog, type TrafficLog } from './platform/traffic/service.ts'
import { callExport } from './telephony/calls/export-actions.ts'
import { listCallLoads } from './telephony/calls/load-store.ts'
import { hasCalls, moveCalls } from './telephony/calls/store.ts'

/** The dependencies of actions: created once per process and passed as the first argument; nothing is global. */
export type Deps = {
  config: Config
  log: Log
  now: () => Date
  db: Db
  pool: pg.Pool
  /** What payment routes use in place of the members of the same name. */
  money: Pick<Deps, 'db' | 'pool' | 'accounts'>
  redis: RedisClient
  accounts: AccountCache
  keys: KeyCache
  rateLimit: RateLimit
  presence: Presence
  pageCursors: PageCursors
  live: Live
  relay: Relay
  lanes: Lanes
  jobs: Jobs
  egress: Egress
  circuits: CircuitStates
  mailer: Mailer
  sealer: Sealer
  storage: FileStorage
  traffic: TrafficLog
  orderPaymentGuards: readonly OrderPaymentGuard[]
  customerBelongings: readonly CustomerBelongings[]
  exportLists: readonly ExportList[]
  /** What the router counts as the work of a user. */
  workloads: readonly WorkloadSource[]
}

/** The S3 client is loaded only where a bucket is configured. */
const openStorage = async ({ fileBucket, fileFolder }: Config): Promise<FileStorage> =>
  fileBucket ? (await import('./lib/storage/s3-storage.ts')).createS3Storage(fileBucket) : createFileStorage(fileFolder)

/** The same dependencies with connections of their own. */
export const withMoneyPool = (deps: Deps): Deps => ({ ...deps, ...deps.money })

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

export const createDeps = async (
  config: Config,
  log: Log,
  role: ProcessRole,
): Promise<Deps & { close: () => Promise<void> }> => {
  await assertPooling(config.databaseUrl, config.databasePooling)
  const { main: database, money } = openPools(config, log, role)
  const redis = openRedis(config.redisUrl, processName(role, config.redisPrefix), log)
  const live = createLive(config.redisUrl, redis, config.redisPrefix, log)
  const jobs = await createJobs(config, log, role === 'worker')
  const circuits = createCircuitStates(redis, config.redisPrefix)
  const relay = createRelay(config.redisUrl, redis, config.redisPrefix, log)
  const egress = withListeners(createEgress(config.egress, circuits), relay)
  const traffic = createTrafficLog(database, log, config.trafficBytesPerDay)
  return {
    config,
    log,
    now: () => new Date(),
    db: database.db,
    pool: database.pool,
    money: { db: money.db, pool: money.pool, accounts: createAccountCache(money.db, config) },
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
    storage: await openStorage(config),
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
    close: async () => {
      await traffic.close()
      await jobs.close()
      await live.close()
      relay.close()
      redis.disconnect()
      await egress.close()
      await database.close()
      await money.close()
    },
  }
}

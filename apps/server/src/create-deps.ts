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
import { openDatabase } from './lib/db/database.ts'
import { createPageCursors } from './lib/db/page-cursor-cache.ts'
import { assertPooling } from './lib/db/pooler.ts'
import { openRedis, processName } from './lib/db/redis.ts'
import { createRateLimit } from './lib/http-in/rate-limit.ts'
import { createCircuitStates } from './lib/http-out/circuit-states.ts'
import { createEgress } from './lib/http-out/egress.ts'
import { createMailer } from './lib/http-out/mail.ts'
import { createLive } from './lib/live/live.ts'
import { createPresence } from './lib/live/presence.ts'
import { createRelay, withListeners } from './lib/live/relay.ts'
import type { Log } from './lib/process/log.ts'
import { createJobs } from './lib/queue/jobs.ts'
import { createLanes } from './lib/queue/lanes.ts'
import { createSealer } from './lib/security/sealer.ts'
import { createFileStorage, type FileStorage } from './lib/storage/file-storage.ts'
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

/** What each process begins with: the one place that knows every area. */
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

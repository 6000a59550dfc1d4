import type pg from 'pg'
import type { Config } from './config.ts'
import type { OrderPaymentGuard } from './crm/order-payments/service.ts'
import { type Db, openDatabase } from './lib/db/database.ts'
import { createPageCursors, type PageCursors } from './lib/db/page-cursor-cache.ts'
import { openRedis, type RedisClient } from './lib/db/redis.ts'
import { createRateLimit, type RateLimit } from './lib/http-in/rate-limit.ts'
import { type CircuitStates, createCircuitStates } from './lib/http-out/circuit-states.ts'
import { createEgress, type Egress } from './lib/http-out/egress.ts'
import { createMailer, type Mailer } from './lib/http-out/mail.ts'
import { createLive, type Live } from './lib/live/live.ts'
import { createPresence, type Presence } from './lib/live/presence.ts'
import type { Log } from './lib/process/log.ts'
import { createJobs, type Jobs } from './lib/queue/jobs.ts'
import { createLanes, type Lanes } from './lib/queue/lanes.ts'
import { createSealer, type Sealer } from './lib/security/sealer.ts'
import { createFileStorage, type FileStorage } from './lib/storage/file-storage.ts'
import { rejectInvoicedPayment } from './payments/invoices/service.ts'
import { rejectRemovedShop } from './payments/shops/service.ts'
import { type AccountCache, createAccountCache } from './platform/accounts/cache.ts'
import { createTrafficLog, type TrafficLog } from './platform/traffic/service.ts'

/** The dependencies of actions: created once per process and passed as the first argument; nothing is global. */
export type Deps = {
  config: Config
  log: Log
  now: () => Date
  db: Db
  pool: pg.Pool
  redis: RedisClient
  accounts: AccountCache
  rateLimit: RateLimit
  presence: Presence
  pageCursors: PageCursors
  live: Live
  lanes: Lanes
  jobs: Jobs
  egress: Egress
  circuits: CircuitStates
  mailer: Mailer
  sealer: Sealer
  storage: FileStorage
  traffic: TrafficLog
  orderPaymentGuards: readonly OrderPaymentGuard[]
}

/** The S3 client is loaded only where a bucket is configured. */
const openStorage = async ({ fileBucket, fileFolder }: Config): Promise<FileStorage> =>
  fileBucket ? (await import('./lib/storage/s3-storage.ts')).createS3Storage(fileBucket) : createFileStorage(fileFolder)

export const createDeps = async (
  config: Config,
  log: Log,
  role: 'server' | 'worker',
): Promise<Deps & { close: () => Promise<void> }> => {
  const database = openDatabase({
    url: config.databaseUrl,
    max: config.poolSize,
    applicationName: `patchbay ${role}`,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const redis = openRedis(config.redisUrl, `patchbay ${role}`, log)
  const live = createLive(config.redisUrl, redis, config.redisPrefix, log)
  const jobs = await createJobs(config.databaseUrl, log, role === 'worker')
  const circuits = createCircuitStates(redis, config.redisPrefix)
  const egress = createEgress(config.egress, circuits)
  const traffic = createTrafficLog(database, log)
  return {
    config,
    log,
    now: () => new Date(),
    db: database.db,
    pool: database.pool,
    redis,
    accounts: createAccountCache(database.db),
    rateLimit: createRateLimit(redis, config.redisPrefix),
    presence: createPresence(redis, config.redisPrefix, live),
    pageCursors: createPageCursors(),
    live,
    lanes: createLanes(redis, config.redisPrefix),
    jobs,
    egress,
    circuits,
    mailer: createMailer(config.mail),
    sealer: createSealer(config.secretKey),
    storage: await openStorage(config),
    traffic,
    orderPaymentGuards: [{ beforeAdd: rejectRemovedShop, beforeDelete: rejectInvoicedPayment }],
    close: async () => {
      await traffic.close()
      await jobs.close()
      await live.close()
      redis.disconnect()
      await egress.close()
      await database.close()
    },
  }
}

import type pg from 'pg'
import type { Config } from './config.ts'
import type { CustomerBelongings } from './crm/customer-merges/service.ts'
import type { OrderPaymentGuard } from './crm/order-payments/service.ts'
import type { Db } from './lib/db/database.ts'
import type { PageCursors } from './lib/db/page-cursor-cache.ts'
import type { RedisClient } from './lib/db/redis.ts'
import type { ReportsReplica } from './lib/db/reports-replica.ts'
import type { RateLimit } from './lib/http-in/rate-limit.ts'
import type { CircuitStates } from './lib/http-out/circuit-states.ts'
import type { Egress } from './lib/http-out/egress.ts'
import type { Mailer } from './lib/http-out/mail.ts'
import type { Live } from './lib/live/live.ts'
import type { Presence } from './lib/live/presence.ts'
import type { Relay } from './lib/live/relay.ts'
import type { Log } from './lib/process/log.ts'
import type { Jobs } from './lib/queue/jobs.ts'
import type { Lanes } from './lib/queue/lanes.ts'
import type { Sealer } from './lib/security/sealer.ts'
import type { FileStorage } from './lib/storage/file-storage.ts'
import type { AccountCache } from './platform/accounts/cache.ts'
import type { KeyCache } from './platform/api-keys/cache.ts'
import type { ExportList } from './platform/exports/service.ts'
import type { WorkloadSource } from './platform/routing/service.ts'
import type { TrafficLog } from './platform/traffic/service.ts'

/** The dependencies of actions: created once per process and passed as the first argument; nothing is global. */
export type Deps = {
  config: Config
  log: Log
  now: () => Date
  db: Db
  pool: pg.Pool
  /** What payment routes use in place of the members of the same name. */
  money: Pick<Deps, 'db' | 'pool' | 'accounts'>
  /** D-157: where reports are read from, beside `db`; undefined without a replica. */
  reports: ReportsReplica | undefined
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

/** The same dependencies with connections of their own. */
export const withMoneyPool = (deps: Deps): Deps => ({ ...deps, ...deps.money })

import { fromKysely, PgBoss } from 'pg-boss'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db, Pooling } from '../db/database.ts'
import { explainOutage } from '../db/pg-errors.ts'
import { messageOf } from '../errors.ts'
import type { Log } from '../process/log.ts'

// Background jobs on pg-boss: emails, clean-up, schedules. A job is enqueued in the transaction of the change that needs it and
// carries ids only. Deliveries that must keep their order use lanes (lanes.ts).

export type Job<Payload = never> = {
  name: string
  payload: TSchema
  /** Cron, for scheduled jobs. */
  every?: string
  retries?: number
  /** Never set: it carries the payload's type. (Deriving the type from the schema at each use would cost the compiler seconds.) */
  carries?: (payload: Payload) => void
}

export const defineJob = <S extends TSchema>(job: {
  name: string
  payload: S
  every?: string
  retries?: number
}): Job<Static<S>> => job

export type JobHandler = { job: Job; handle: (payload: unknown) => Promise<void> }

/** Binds a job to its handler. The payload is validated: an older version may have enqueued it. */
export const handleJob = <Payload>(job: Job<Payload>, handler: (payload: Payload) => Promise<void>): JobHandler => {
  const payload = Compile(job.payload)
  return {
    job,
    handle: async (data) => {
      if (!payload.Check(data)) throw new Error(`the payload of ${job.name} does not fit its schema`)
      await handler(data as Payload)
    },
  }
}

export type Jobs = {
  /** Enqueues a job in the transaction: it exists if and only if the transaction commits. */
  send: <Payload>(trx: Db, job: Job<Payload>, payload: Payload, options?: { startAfter?: Date }) => Promise<void>
  /** Runs the jobs of this list, each with its handler. */
  work: (jobs: readonly Job[], handled: readonly JobHandler[]) => Promise<void>
  countDeadLetters: () => Promise<number>
  close: () => Promise<void>
}

// Measured (docs/decisions/pg-boss.md): without notify a job waits seconds; with it, polling slows to 30 s and retries are not
// notified; without a heartbeat a killed worker's job waits 15 minutes.
const [HEARTBEAT_S, MONITOR_S, CONCURRENCY] = [10, 3, 10]
/**
 * Each of a job's ten pollers asks by itself, so these decide what an idle worker costs. A notification comes at once: polling finds
 * repeats, and everything behind a transaction pooler.
 */
const POLLS = { scheduled: { plain: 5, notified: 10 }, sent: { plain: 0.5, notified: 3 } }

/** The dead letter queue: jobs that failed their last attempt, kept for a month to be inspected and enqueued again. */
const DEAD_LETTERS = 'dead-letters'

const queueOptions = (job: Job) => ({
  deadLetter: DEAD_LETTERS,
  notify: true,
  heartbeatSeconds: HEARTBEAT_S,
  // A killed worker is known by its heartbeat; this is for one that hangs. A scheduled job may go through all accounts.
  expireInSeconds: job.every ? 1_800 : 300,
  retryLimit: job.retries ?? 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
})

/** Connections that jobs use in each process, beside the pools. */
export const JOB_CONNECTIONS = 5

/**
 * How long PostgreSQL may be silent while a query is pending: on a path that is dead without being closed, jobs and schedules
 * would stand still for a quarter of an hour.
 */
const READ_TIMEOUT_MS = 30_000

/** Settings of its pool that pg-boss passes on without naming them. */
const poolSettings = (readTimeoutMs: number) => ({
  query_timeout: readTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

type BossOptions = { supervise: boolean; listens: boolean; readTimeoutMs: number }

const openBoss = (url: string, options: BossOptions): PgBoss =>
  new PgBoss({
    ...poolSettings(options.readTimeoutMs),
    connectionString: url,
    max: JOB_CONNECTIONS,
    application_name: 'patchbay jobs',
    createSchema: false,
    migrate: false,
    supervise: options.supervise,
    schedule: options.supervise,
    useListenNotify: options.listens,
    monitorIntervalSeconds: MONITOR_S,
    superviseIntervalSeconds: MONITOR_S,
    queueCacheIntervalSeconds: 60,
    // Reindexing needs the owner of the tables, which the app's role is not.
    reindex: false,
  })

/** Creates pg-boss's tables and a queue per job. Runs with the migrations, as the owner of the database. */
export const migrateJobs = async (url: string, jobs: readonly Job[]): Promise<void> => {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  // A connection that is lost fails its query.
  boss.on('error', () => undefined)
  try {
    await boss.start()
    if (!(await boss.getQueue(DEAD_LETTERS))) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 30 * 86_400 })
    for (const job of jobs) {
      if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, queueOptions(job))
      else await boss.createQueue(job.name, queueOptions(job))
    }
  } finally {
    // Its timers would keep the process alive.
    await boss.stop({ graceful: false })
  }
}

/** Start-up check: every job has exactly one handler, every handler a job. */
export const whyHalfWired = (jobs: readonly Job[], handled: readonly JobHandler[]): string | undefined => {
  const names = handled.map(({ job }) => job.name)
  const missing = jobs.find((job) => !names.includes(job.name))
  if (missing) return `job ${missing.name} has no handler`
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return `job ${twice} has two handlers`
  const unknown = names.find((name) => !jobs.some((job) => job.name === name))
  return unknown ? `job ${unknown} is not in the list of jobs` : undefined
}

export const NO_TABLES = 'This database has no tables of Patchbay. Run: patchbay migrate'
export const OLD_TABLES = 'The tables of this database are of an older release. Run: patchbay migrate'

/** An operator who starts a process reads here what is missing. */
const explainStart = (error: unknown, databaseUrl: string): unknown => {
  const reason = messageOf(error)
  if (reason === 'pg-boss is not installed') return new Error(NO_TABLES)
  if (reason === 'pg-boss database requires migrations') return new Error(OLD_TABLES)
  return explainOutage(error, databaseUrl)
}

/** Behind a transaction pooler LISTEN receives nothing: jobs are found by polling alone, every half second. */
export const createJobs = async (
  { databaseUrl, databasePooling }: { databaseUrl: string; databasePooling: Pooling },
  log: Log,
  worker: boolean,
  readTimeoutMs = READ_TIMEOUT_MS,
): Promise<Jobs> => {
  const listens = worker && databasePooling === 'session'
  const boss = openBoss(databaseUrl, { supervise: worker, listens, readTimeoutMs })
  boss.on('error', (error) => log.error({ err: error }, 'pg-boss'))
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false })
    throw explainStart(error, databaseUrl)
  }
  return {
    send: async (trx, job, payload, options = {}) => {
      // The adapter runs on the caller's connection, which names statements: a third of the cost.
      await boss.send(job.name, payload as object, { db: fromKysely(trx), ...options })
    },
    work: async (jobs, handled) => {
      const reason = whyHalfWired(jobs, handled)
      if (reason) throw new Error(reason)
      for (const { job, handle } of handled) {
        const { plain, notified } = job.every ? POLLS.scheduled : POLLS.sent
        const options = {
          // Scheduled jobs come one at a time.
          localConcurrency: job.every ? 1 : CONCURRENCY,
          pollingIntervalSeconds: plain,
          notifyPollingIntervalSeconds: notified,
        }
        await boss.work(job.name, options, async ([received]) => {
          if (!received) return
          try {
            await handle(received.data)
          } catch (error) {
            log.warn(
              { job: job.name, id: received.id, reason: messageOf(error) },
              'a job failed and will be tried again',
            )
            throw error
          }
        })
        if (job.every) await boss.schedule(job.name, job.every, {}, { tz: 'UTC' })
      }
    },
    countDeadLetters: async () => (await boss.getQueueStats(DEAD_LETTERS, { force: true }))[0]?.queuedCount ?? 0,
    close: async () => {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

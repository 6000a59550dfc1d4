import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Pooling } from './lib/db/database.ts'
import { type EgressRules, readRules } from './lib/http-out/address-guard.ts'
import type { S3Settings } from './lib/storage/s3-storage.ts'

/** The only reader of the environment: every setting with its default. */
export type Config = {
  databaseUrl: string
  /** `transaction` behind a pooler that gives a server to each transaction, such as PgBouncer in that mode. */
  databasePooling: Pooling
  /** A streaming standby from which reports are read, and how far it may be behind for that; none when absent. */
  reportsDatabaseUrl: string | undefined
  reportsMostLagSeconds: number
  redisUrl: string
  redisPrefix: string
  host: string
  port: number
  /** Prometheus metrics, on a port of their own so that no proxy exposes them. */
  metricsHost: string
  metricsPort: number
  /** Seals the secrets in the database: 32 bytes, base64. Losing it means registering every module anew. */
  secretKey: Buffer
  logLevel: string
  mail: { url: string | undefined; from: string; folder: string }
  egress: EgressRules
  /** Where OpenTelemetry traces go; none when absent. */
  tracesUrl: string | undefined
  /** The proxies whose X-Forwarded-* headers are trusted, as addresses or networks. */
  trustProxy: string | false
  poolSize: number
  /** Connections that only payment routes use: they get one when all others are taken. */
  moneyPoolSize: number
  /** How long a request may wait for a connection, and how many may wait at a time; then 503. */
  poolWaitMs: number
  poolMostWaiting: number
  /** Of each account's requests so many bytes a day are logged; beyond that they are counted. */
  trafficBytesPerDay: number
  /** How long a draining server keeps serving, for proxies that have not noticed yet. */
  drainMs: number
  /** The built workspace; the API runs without it. */
  webFolder: string
  /** Where files are stored without an S3 bucket; several servers share it. */
  fileFolder: string
  fileBucket: S3Settings | undefined
  /** Where `patchbay backup` writes archives and `patchbay status` looks for them. */
  backupFolder: string
  /** Nice value of the worker: API requests get CPU priority over background work. */
  workerNice: number
  webhooks: {
    /** D-69: the retry schedule, in seconds after the previous attempt; the first value is the first attempt. */
    plan: number[]
    /** How long the circuit of a failing endpoint stays open between two probes. */
    restSeconds: number
    timeoutMs: number
    /** The throughput limit of one worker, so that a backlog does not take the CPU from API requests. */
    mostPerSecond: number
  }
  /** Development only: where the panel of the living demo is; the page /demo leads there. */
  demoUrl: string | undefined
  /** Development and tests: emails shown at /dev/mail, every response checked against the contract. */
  development: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const required = (env: Environment, name: string, how: string): string => {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set. ${how}`)
  return value
}

const number = (env: Environment, name: string, fallback: number): number => {
  const value = Number(env[name] ?? fallback)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${env[name]}"`)
  return value
}

const numbers = (env: Environment, name: string, fallback: string): number[] => {
  const values = (env[name] ?? fallback).split(',').map(Number)
  if (values.some((value) => !Number.isFinite(value) || value < 0))
    throw new Error(`${name} must be comma-separated numbers, not "${env[name]}"`)
  return values
}

const pooling = (env: Environment): Pooling => {
  const value = env.DATABASE_POOLING ?? 'session'
  if (value !== 'session' && value !== 'transaction')
    throw new Error(`DATABASE_POOLING must be session or transaction, not "${value}"`)
  return value
}

const secretKey = (env: Environment): Buffer => {
  const how = 'Create one with: openssl rand -base64 32'
  const key = Buffer.from(required(env, 'SECRET_KEY', how), 'base64')
  if (key.length !== 32) throw new Error(`SECRET_KEY must be 32 bytes in base64, not ${key.length}. ${how}`)
  return key
}

const fileBucket = (env: Environment): S3Settings | undefined => {
  const bucket = env.S3_BUCKET
  if (!bucket) return undefined
  const how = 'S3_BUCKET needs an access key that may read and write there'
  return {
    bucket,
    endpoint: env.S3_ENDPOINT || undefined,
    region: env.S3_REGION ?? 'us-east-1',
    accessKey: required(env, 'S3_ACCESS_KEY', how),
    secretKey: required(env, 'S3_SECRET_KEY', how),
  }
}

export const readConfig = (env: Environment = process.env): Config => ({
  databaseUrl: required(
    env,
    'DATABASE_URL',
    'Give the address of PostgreSQL, with a role that is a member of patchbay_app',
  ),
  databasePooling: pooling(env),
  reportsDatabaseUrl: env.REPORTS_DATABASE_URL || undefined,
  reportsMostLagSeconds: number(env, 'REPORTS_MOST_LAG_SECONDS', 60),
  redisUrl: env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  redisPrefix: env.REDIS_PREFIX ?? 'patchbay:',
  host: env.HOST ?? '0.0.0.0',
  port: number(env, 'PORT', 8080),
  metricsHost: env.METRICS_HOST ?? '127.0.0.1',
  metricsPort: number(env, 'METRICS_PORT', 9464),
  secretKey: secretKey(env),
  logLevel: env.LOG_LEVEL ?? 'info',
  mail: {
    url: env.MAIL_URL || undefined,
    from: env.MAIL_FROM ?? 'Patchbay <patchbay@localhost>',
    folder: env.MAIL_FOLDER ?? '.dev/mail',
  },
  egress: readRules(env.EGRESS_ALLOW ?? '', env.EGRESS_PORTS ?? '80,443,8080,8443'),
  tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
  trustProxy: env.TRUST_PROXY || false,
  poolSize: number(env, 'POOL_SIZE', 8),
  moneyPoolSize: number(env, 'MONEY_POOL_SIZE', 3),
  poolWaitMs: number(env, 'POOL_WAIT_MS', 5_000),
  poolMostWaiting: number(env, 'POOL_MOST_WAITING', 1_000),
  trafficBytesPerDay: number(env, 'TRAFFIC_MB_PER_DAY', 512) * 1_000_000,
  drainMs: number(env, 'DRAIN_MS', 1_000),
  webFolder: env.WEB_FOLDER ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
  fileFolder: env.FILE_FOLDER ?? '.dev/files',
  fileBucket: fileBucket(env),
  backupFolder: env.BACKUP_FOLDER ?? 'backups',
  workerNice: number(env, 'WORKER_NICE', 10),
  webhooks: {
    plan: numbers(env, 'WEBHOOK_PLAN_SECONDS', '0,5,300,1800,7200,18000,36000,50400,72000,86400'),
    restSeconds: number(env, 'WEBHOOK_REST_SECONDS', 60),
    timeoutMs: number(env, 'WEBHOOK_TIMEOUT_MS', 15_000),
    mostPerSecond: number(env, 'WEBHOOK_MOST_PER_SECOND', 1_000),
  },
  demoUrl: env.NODE_ENV === 'development' ? env.DEMO_URL || undefined : undefined,
  development: env.NODE_ENV === 'development',
})

/** The same settings with another port for metrics by default: server and worker may run on one host. */
export const readWorkerConfig = (env: Environment = process.env): Config => readConfig({ METRICS_PORT: '9465', ...env })

/** The address of PostgreSQL as the owner of the tables, for migrations. */
export const readMigrationUrl = (env: Environment = process.env): string =>
  required(env, 'MIGRATION_DATABASE_URL', 'Give the address of PostgreSQL, as the role that owns the tables')

/** The address of PostgreSQL as a superuser, for creating the roles and an empty database. */
export const readAdminUrl = (env: Environment = process.env): string =>
  env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The SECRET_KEY of the installation that an archive comes from, where it is not ours. */
export const readArchiveKey = (env: Environment = process.env): Buffer | undefined => {
  if (!env.ARCHIVE_SECRET_KEY) return undefined
  return secretKey({ SECRET_KEY: env.ARCHIVE_SECRET_KEY })
}

/** The file of cells (docs/guides/scale.md). */
export const readCellsFile = (given: unknown, env: Environment = process.env): string =>
  typeof given === 'string' ? given : required(env, 'CELLS_FILE', 'Give the file of cells, or --cells <file>')

/** Where the settings of an installation are, in this order: the folder one works in, then the machine. */
const SETTINGS_FILES = ['.env', '/etc/patchbay/patchbay.env']

/** Reads a file of settings into the environment and returns its path. A variable that is already set wins. */
export const loadSettings = (
  file: string | undefined = process.env.PATCHBAY_SETTINGS,
  loadEnvFile: (path: string) => void = process.loadEnvFile,
): string | undefined => {
  const path = file ?? SETTINGS_FILES.find((one) => existsSync(one))
  if (path === undefined) return undefined
  try {
    loadEnvFile(path)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'EACCES' ? 'you may not read it' : 'it cannot be read'
    throw new Error(`The settings are in ${path}, and ${reason}. Name another file with --settings`)
  }
  return path
}

/** The environment of a program that we start, with variables of its own. */
export const withEnvironment = (more: Record<string, string>): Environment => ({ ...process.env, ...more })

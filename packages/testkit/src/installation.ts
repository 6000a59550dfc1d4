// A whole installation: PostgreSQL, Redis, servers and workers as separate processes, set up with the operator's
// commands.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrateDatabase } from './database.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { prepareCluster } from './prepared-cluster.ts'
import {
  freePort,
  type Postgres,
  type PostgresOptions,
  type RedisServer,
  sleep,
  startPostgres,
  startRedis,
  waitUntil,
} from './services.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

export type Child = {
  pid: number
  alive: () => boolean
  kill: (signal?: NodeJS.Signals) => Promise<void>
  output: () => string
}
export type ServerChild = Child & { origin: string; port: number; metricsUrl: string }

export type Tenant = {
  host: string
  apiKey: string
  client: (server: ServerChild) => HttpClient
  api: (server: ServerChild) => HttpClient
  /** Signed in as the administrator. */
  admin: (server: ServerChild) => Promise<HttpClient>
}

export type Installation = {
  postgres: Postgres
  redis: RedisServer
  env: Record<string, string>
  adminUrl: string
  startServer: (env?: Record<string, string>) => Promise<ServerChild>
  startWorker: (env?: Record<string, string>) => Promise<Child>
  operator: (...args: string[]) => Promise<string>
  /** `npm run seed` with these arguments; returns its output. */
  seed: (...args: string[]) => Promise<string>
  createTenant: (name: string, host: string, server: ServerChild) => Promise<Tenant>
  /**
   * VACUUM ANALYZE, as autovacuum does within a minute: until then PostgreSQL plans every statement for empty tables.
   */
  analyzeTables: () => Promise<void>
  close: () => Promise<void>
}

const DATABASE = 'patchbay'
const PASSWORD = 'the password of the testkit'

const launch = (file: string, env: Record<string, string>, cwd: string): { child: ChildProcess; handle: Child } => {
  const child = spawn('node', [file], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const alive = () => child.exitCode === null && child.signalCode === null
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!alive()) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return { child, handle: { pid: child.pid ?? 0, alive, kill, output: () => output } }
}

const createTenants =
  (operator: Installation['operator']): Installation['createTenant'] =>
  async (name, host, server) => {
    const email = `admin@${host}`
    const link = await operator('account', name, `http://${host}`, email)
    const client = (at: ServerChild) => createHttpClient(at.origin, { host })
    const chosen = await client(server).postJson('/workspace/password', {
      token: link.split('#')[1],
      password: PASSWORD,
    })
    if (chosen.status !== 200) throw new Error(`the administrator of ${host} could not set a password: ${chosen.text}`)
    const apiKey = await operator('key', host, 'testkit', '--several-modules')
    await operator('limits', host, 'api=100000', 'telephony=100000', 'payment=100000', 'transport=100000')
    return {
      host,
      apiKey,
      client,
      api: (at) => client(at).with({ 'x-api-key': apiKey }),
      admin: async (at) => {
        const reply = await client(at).postJson('/workspace/sign-in', { email, password: PASSWORD })
        return client(at).with({ cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' })
      },
    }
  }

const vacuumAnalyze = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

/** A busy machine may take long to start a process; one that has died is noticed at once. */
const START_MS = 600_000

const DEFAULT_ENV = {
  SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
  EGRESS_ALLOW: '127.0.0.1',
  EGRESS_PORTS: '*',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: '--v8-pool-size=1 --max-semi-space-size=32', // as in the Dockerfile
}

const foldersEnv = (folder: string) => ({ MAIL_FOLDER: folder, FILE_FOLDER: join(folder, 'files') })

export type InstallationOptions = PostgresOptions & {
  /** A PostgreSQL that is there already, such as a cluster: empty, or with the tables. */
  running?: Postgres & { isMigrated?: boolean }
  /** The programs of another checkout, such as that of an earlier release. */
  root?: string
  /** Where something tells two clusters of PostgreSQL apart by their system identifier: a name for each. */
  cluster?: string
}

/** A copy of the prepared cluster, unless this one is special. */
const startMigrated = async (options: InstallationOptions): Promise<Postgres> => {
  const { running, root = ROOT, cluster = 'prepared', binaries, owner } = options
  if (options.copyOf !== undefined) return startPostgres(options)
  if (running?.isMigrated) return running
  const isSpecial = running !== undefined || root !== ROOT || binaries !== undefined || owner !== undefined
  if (!isSpecial) return startPostgres({ ...options, copyOf: await prepareCluster(DATABASE, cluster) })
  const postgres = running ?? (await startPostgres(options))
  await migrateDatabase(DATABASE, postgres.adminUrl, root)
  return postgres
}

export const startInstallation = async (
  more: Record<string, string> = {},
  options: InstallationOptions = {},
): Promise<Installation> => {
  const { root = ROOT } = options
  const [postgres, redis] = await Promise.all([startMigrated(options), startRedis()])
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-mail-'))
  const env: Record<string, string> = {
    DATABASE_URL: `postgres://patchbay@127.0.0.1:${postgres.port}/${DATABASE}`,
    REDIS_URL: redis.url,
    ...foldersEnv(folder),
    ...DEFAULT_ENV,
    ...more,
  }
  const children: Child[] = []
  const operator = async (...args: string[]) =>
    (
      await run('node', ['apps/server/src/bin/patchbay.ts', ...args], { cwd: root, env: { ...process.env, ...env } })
    ).stdout.trim()
  const adminUrl = postgres.adminUrl.replace(/postgres$/, DATABASE)
  const seed = async (...args: string[]) => {
    const own = { ...process.env, ...env, ADMIN_DATABASE_URL: adminUrl }
    return (await run('node', ['apps/server/seed/seed.ts', ...args], { cwd: root, env: own })).stdout.trim()
  }
  return {
    postgres,
    redis,
    env,
    adminUrl,
    operator,
    seed,
    startServer: async (own = {}) => {
      const port = own.PORT === undefined ? await freePort() : Number(own.PORT)
      const metricsPort = await freePort()
      const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
      const { handle } = launch('apps/server/src/bin/server.ts', { ...env, ...own, ...ports }, root)
      children.push(handle)
      const origin = `http://127.0.0.1:${port}`
      const ready = async () => {
        if (!handle.alive()) throw new Error(`the server did not start:\n${handle.output()}`)
        return (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200
      }
      await waitUntil('the server is ready', ready, START_MS)
      return { ...handle, origin, port, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
    },
    startWorker: async (own = {}) => {
      const more = { LOG_LEVEL: 'info', METRICS_PORT: String(await freePort()) }
      const { handle } = launch('apps/server/src/bin/worker.ts', { ...env, ...own, ...more }, root)
      children.push(handle)
      const ready = () => {
        if (!handle.alive()) throw new Error(`the worker did not start:\n${handle.output()}`)
        return handle.output().includes('"working"')
      }
      await waitUntil('the worker is ready', ready, START_MS)
      return handle
    },
    createTenant: createTenants(operator),
    analyzeTables: () => vacuumAnalyze(adminUrl),
    close: async () => {
      await Promise.all(children.map((child) => child.kill('SIGTERM').catch(() => undefined)))
      await sleep(50)
      await redis.stop()
      await postgres.remove()
    },
  }
}

// `npm run dev`: from a clean checkout to a living demo: the system with two accounts, the reference modules, and a day
// in progress. Needs Node and nothing else. Settings for a second one beside it, as tests start it: PORT, DEMO_PORT,
// DEV_FOLDER, DEV_DATABASE; POSTGRES=embedded and REDIS=none try what happens where these are not installed; BUILD=none
// takes the workspace as it was built before; EDIT=none restarts and rebuilds nothing as you edit; STOP_WITH_STDIN=1 stops
// when the input closes, which it does when the process that started it ends.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountPorts, allPorts, localUrl, sharedPorts } from '../demo/ports.ts'
import { findPostgres, findRedis, listens, type Service } from './dev-services.ts'

const started = Date.now()
const PATIENCE_MS = 8_000
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const { PORT = '8080', DEMO_PORT = '4500', DEV_DATABASE = 'patchbay_dev' } = process.env
const folder = resolve(process.env.DEV_FOLDER ?? '.dev')
const demoFolder = join(folder, 'demo')
const accountsFile = join(demoFolder, 'accounts.json')
// localhost and 127.0.0.1 are two host names, so they can be two accounts.
const ADDRESSES = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`] as const

const env: NodeJS.ProcessEnv = { ...process.env }
const say = (what: string): void => console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
const run = (file: string, args: string[], more: NodeJS.ProcessEnv = {}): void =>
  void execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, ...more } })

for (const [setting, ports, other] of [
  ['PORT', [Number(PORT)], '8090'],
  ['DEMO_PORT', allPorts(Number(DEMO_PORT), ADDRESSES.length), '4600'],
] as const) {
  const taken = (await Promise.all(ports.map(async (port) => ((await listens(port)) ? port : undefined)))).find(Boolean)
  if (taken === undefined) continue
  console.error(`Port ${taken} is in use, by another demo perhaps. Stop it, or choose: ${setting}=${other} npm run dev`)
  process.exit(1)
}
console.log('Starting the living demo. The first start takes a minute or two, later ones less.\n')
mkdirSync(demoFolder, { recursive: true })
if (!existsSync('node_modules')) {
  say('installing packages')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

const services: Service[] = []
const children: ChildProcess[] = []
let isStopping = false
const end = async (ending: readonly ChildProcess[]): Promise<void> => {
  const running = ending.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const gone = running.map((child) => new Promise((done) => child.once('exit', done)))
  for (const child of running) child.kill('SIGTERM')
  const overdue = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, PATIENCE_MS)
  await Promise.all(gone)
  clearTimeout(overdue)
}
const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  // The first is the gateway, through which the others speak.
  const [gateway, ...others] = children
  await end(others)
  await end(gateway ? [gateway] : [])
  for (const service of services) await service.stop()
  process.exit(code)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
if (process.env.STOP_WITH_STDIN) process.stdin.resume().on('end', () => void stop(0))

/** Ctrl C in a terminal reaches every process at once: a child that ends by it is no failure. */
const onExit = (name: string, lastLines: string): void => {
  setTimeout(() => {
    if (isStopping) return
    console.error(`${name} stopped. Its last lines:\n${lastLines}`)
    void stop(1)
  }, 500)
}

const postgres = await findPostgres(folder, process.env.POSTGRES)
services.push(postgres)
say(`PostgreSQL: ${postgres.what}`)
const redis = await findRedis(process.env.REDIS)
if (redis) services.push(redis)
say(
  `Redis: ${redis?.what ?? 'none. The system works without it; ARCHITECTURE.md, "Without Redis", says what is different'}`,
)

if (!existsSync(join(folder, 'secret-key')))
  writeFileSync(
    join(folder, 'secret-key'),
    Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
    {
      mode: 0o600,
    },
  )
const databaseAs = (role: string): string =>
  Object.assign(new URL(postgres.url), { username: role, pathname: `/${DEV_DATABASE}` }).href
Object.assign(env, {
  ADMIN_DATABASE_URL: postgres.url,
  MIGRATION_DATABASE_URL: databaseAs('patchbay_owner'),
  DATABASE_URL: databaseAs('patchbay'),
  // A port on which nothing listens.
  REDIS_URL: redis?.url ?? 'redis://127.0.0.1:1',
  REDIS_PREFIX: `${DEV_DATABASE}:`,
  SECRET_KEY: readFileSync(join(folder, 'secret-key'), 'utf8'),
  MAIL_FOLDER: join(folder, 'mail'),
  FILE_FOLDER: join(folder, 'files'),
  EGRESS_ALLOW: '127.0.0.1,::1',
  EGRESS_PORTS: '*',
  HOST: process.env.HOST ?? '127.0.0.1',
  PORT,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  NODE_ENV: 'development',
})

run('node', ['apps/server/src/bin/patchbay.ts', 'setup-database', DEV_DATABASE])
run('node', ['apps/server/src/bin/patchbay.ts', 'migrate'])
run('node', ['apps/server/seed/living.ts', accountsFile, ...ADDRESSES])
say('the database is ready: two accounts with half a year of orders')

if (process.env.BUILD !== 'none') {
  // Not NODE_ENV=development: that would build the development version of React, which is far larger.
  run('node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'error'], { NODE_ENV: 'production' })
  say('the workspace is built')
}

const { startDemo } = await import('../demo/start.ts')
const demo = await startDemo({
  folder: demoFolder,
  accountsFile,
  basePort: Number(DEMO_PORT),
  redisUrl: redis?.url,
  host: env.HOST ?? '127.0.0.1',
  env,
  onExit,
})
children.push(...demo.children)
const { metrics, workerMetrics } = sharedPorts(Number(DEMO_PORT))
const isEdited = process.env.EDIT !== 'none'
const startSystem = (file: string, metricsPort: number): ChildProcess =>
  spawn('node', [...(isEdited ? ['--watch'] : []), file], {
    stdio: 'inherit',
    env: {
      ...env,
      DEMO_URL: demo.panelUrl,
      METRICS_PORT: String(metricsPort),
      ...(demo.redisUrl !== undefined && { REDIS_URL: demo.redisUrl }),
    },
  })
children.push(startSystem('apps/server/src/bin/server.ts', metrics))
children.push(startSystem('apps/server/src/bin/worker.ts', workerMetrics))
if (isEdited)
  children.push(spawn('node_modules/.bin/vite', ['apps/web', '--logLevel', 'warn'], { stdio: 'inherit', env }))

say('starting the server, the worker, and three modules for each account')
const modules = demo.startModules()
children.push(...demo.children.filter((child) => !children.includes(child)))
await modules
const { DEMO_PEOPLE, KETTLE, PASSWORD } = await import('@patchbay/testkit/fixtures')
const phones = ADDRESSES.map((_, place) => localUrl(accountPorts(Number(DEMO_PORT), place).phones.gateway))
say('the day begins: the first customer calls within seconds')
console.log(`
  Fern & Field    ${ADDRESSES[0]}   sign in as ${DEMO_PEOPLE.bruno.email} (manager), ${DEMO_PEOPLE.ada.email} (administrator)
  Copper Kettle   ${ADDRESSES[1]}   sign in as ${KETTLE.people.farid.email} (manager), ${KETTLE.people.edith.email} (administrator)
  Password        ${PASSWORD}

  Demo panel      ${ADDRESSES[0]}/demo      plays scenes, switches faults, sets the pace
  Phones          ${phones.join('   ')}      call as a customer, answer as a user
  API reference   ${ADDRESSES[0]}/docs
  Sent mail       ${ADDRESSES[0]}/dev/mail${isEdited ? '\n  As you edit     http://localhost:5173' : ''}

  Ctrl C stops everything.
`)

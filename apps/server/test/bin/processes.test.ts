// The server and the worker as processes of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dropDatabase } from '@patchbay/testkit/database'
import { startFaultProxy } from '@patchbay/testkit/fault-proxy'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '../support/command-line.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const start = async (
  file: string,
  takenPort?: number,
  databaseUrl = system.databaseUrl,
): Promise<{ child: ChildProcess; origin: string; metricsPort: number }> => {
  const [port, metricsPort] = [await freePort(), takenPort ?? (await freePort())]
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_PREFIX: system.deps.config.redisPrefix,
    SECRET_KEY: system.deps.config.secretKey.toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'silent',
  }
  const child = spawn('node', [file], { env, stdio: 'ignore' })
  const isServer = file.endsWith('server.ts')
  const origin = `http://127.0.0.1:${isServer ? port : metricsPort}`
  const answers = async () =>
    (await fetch(`${origin}/${isServer ? 'readyz' : 'healthz'}`).catch(() => undefined))?.ok ?? false
  await waitUntil(`${file} answers`, answers)
  return { child, origin, metricsPort }
}

it('drains on SIGTERM: finishes open requests, closes live streams, and exits with 0', async () => {
  const { child, origin } = await start('apps/server/src/bin/server.ts')
  const wire = createHttpClient(origin, { host: 'fern.test', 'x-api-key': system.fern.apiKey })
  const browser = await openLiveStream(origin, 'fern.test', await system.fern.cookie('ada'))
  const underWay = Array.from({ length: 20 }, (_, n) =>
    wire.post(`/api/v5/integration-modules/drain-${n}/edit`, { integrationModule: { code: `drain-${n}` } }),
  )
  // One has its response, so the others are in progress.
  await Promise.any(underWay)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await gone).toEqual([0, null])
  await waitUntil('the live stream was closed', () => browser.ended())
})

it('shows the metrics of the worker, and drains it', async () => {
  const { child, origin } = await start('apps/server/src/bin/worker.ts')
  const shown = await (await fetch(`${origin}/metrics`)).text()
  const names = ['process_cpu_user_seconds_total', 'patchbay_pool_waiting 0', 'patchbay_pool_wait_seconds']
  const counted = ['patchbay_lanes_ready', 'patchbay_dead_letters 0', 'patchbay_operations_need_person 0']
  for (const name of [...names, ...counted]) expect(shown).toContain(name)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await gone).toEqual([0, null])
})

/** A job whose payload no handler takes and which is not repeated, an operation that a person decides, a lane given up. */
const MISHAPS = [
  `insert into pgboss.job (name, data, retry_limit, dead_letter) values ('users.send-link', '{}', 0, 'dead-letters')`,
  // The rows that these belong to do not matter here.
  `set session_replication_role = replica`,
  `insert into payment_operation (account_id, id, invoice_id, kind, state, requested_by)
     select id, gen_random_uuid(), gen_random_uuid(), 'create', 'needs_human', 'a test' from account limit 1`,
  `insert into lane (account_id, kind, key, endpoint, next_at, given_up_at, error_code)
     select id, 'webhook', 'k', 'e', null, now(), 'internal' from account limit 1`,
]

it('shows in the metrics of the worker what its alerts wait for', async () => {
  const { child, origin } = await start('apps/server/src/bin/worker.ts')
  const admin = new pg.Client({ connectionString: system.adminUrl })
  await admin.connect()
  for (const text of MISHAPS) await admin.query(text)
  await admin.end()
  const wanted = [
    'patchbay_dead_letters 1',
    'patchbay_operations_need_person 1',
    'patchbay_lanes_given_up{kind="webhook"} 1',
  ]
  const shown = async () => (await (await fetch(`${origin}/metrics`)).text()).split('\n')
  await expect.poll(async () => (await shown()).filter((line) => wanted.includes(line)).sort()).toEqual(wanted.sort())
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
})

it('a worker whose database is silent lives, and shows what it knows without it', async () => {
  const proxy = await startFaultProxy(() => Number(new URL(system.databaseUrl).port || 5432))
  const url = new URL(system.databaseUrl)
  url.port = String(proxy.port)
  const { child, origin } = await start('apps/server/src/bin/worker.ts', undefined, url.href)
  proxy.freeze()
  const scrape = fetch(`${origin}/metrics`)
  expect(await (await fetch(`${origin}/healthz`)).text()).toBe('{"ok":true}')
  const shown = await (await scrape).text()
  expect(shown).toContain('process_cpu_user_seconds_total')
  expect(shown).not.toMatch(/^patchbay_(dead_letters|operations_need_person|lanes_ready)[ {]/m)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await proxy.close()
})

it('has every metric that the alert rules and the dashboard name', async () => {
  const processes = [await start('apps/server/src/bin/server.ts'), await start('apps/server/src/bin/worker.ts')]
  // The server shows its metrics on a port of their own, the worker beside its health.
  const shown = await Promise.all(
    processes.map(async ({ metricsPort }) => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()),
  )
  const known = new Set([...shown.join('\n').matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  const files = ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json']
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const named = [...text.matchAll(/\b(?:patchbay|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_(count|bucket)$/, ''),
  )
  expect(new Set(named).size).toBeGreaterThan(10)
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  const gone = processes.map(({ child }) => once(child, 'exit'))
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(gone)
})

it('starts two processes with the same settings on one host, the second without metrics', async () => {
  const first = await start('apps/server/src/bin/server.ts')
  const second = await start('apps/server/src/bin/server.ts', first.metricsPort)
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)
  const gone = [first, second].map(({ child }) => once(child, 'exit'))
  for (const { child } of [first, second]) child.kill('SIGTERM')
  expect(await Promise.all(gone)).toEqual([
    [0, null],
    [0, null],
  ])
})

describe('a process that cannot start says what to do, and ends so that its supervisor starts it again', () => {
  const commands = [['server'], ['worker'], ['key', 'fern.test', 'name'], ['status']]
  const given = async (databaseUrl: string) => ({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: system.deps.config.secretKey.toString('base64'),
    METRICS_PORT: String(await freePort()),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  })
  const empty = `patchbay_test_${process.pid}_empty`
  const admin = process.env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  beforeAll(async () => {
    const made = await createCommandLine({ ADMIN_DATABASE_URL: admin })('setup-database', empty)
    expect(made).toMatchObject({ code: 0 })
  })
  afterAll(() => dropDatabase(empty))

  it.each(commands)('%s: without tables', async (...command) => {
    const url = new URL(system.databaseUrl)
    url.pathname = `/${empty}`
    const { code, stderr } = await createCommandLine(await given(url.href))(...command)
    expect([code, stderr]).toEqual([1, 'This database has no tables of Patchbay. Run: patchbay migrate'])
  })

  it.each(commands)('%s: without PostgreSQL', async (...command) => {
    const url = new URL(system.databaseUrl)
    url.port = String(await freePort())
    const { code, stderr } = await createCommandLine(await given(url.href))(...command)
    expect([code, stderr]).toEqual([
      1,
      `PostgreSQL at 127.0.0.1:${url.port} does not answer (connect ECONNREFUSED 127.0.0.1:${url.port}). ` +
        'See whether it runs, and whether the settings lead to it',
    ])
  })

  it.each(['server', 'worker'])(
    '%s: on tables of an older release; those of a newer one are served',
    async (command) => {
      const admin = new pg.Client({ connectionString: system.adminUrl })
      await admin.connect()
      const last = '(select max(name) from migration.kysely_migration)'
      const { rows } = await admin.query(`select max(name) as name from migration.kysely_migration`)
      await admin.query(`update migration.kysely_migration set name = '9999-future' where name = ${last}`)
      const { code, stderr } = await createCommandLine(await given(system.databaseUrl))(command)
      expect([code, stderr]).toEqual([1, 'The tables of this database are of an older release. Run: patchbay migrate'])
      await admin.query(
        `insert into migration.kysely_migration select $1, timestamp from migration.kysely_migration
      where name = '9999-future'`,
        [rows[0]?.name],
      )
      const { child } = await start(`apps/server/src/bin/${command}.ts`)
      await admin.query(`delete from migration.kysely_migration where name = '9999-future'`)
      await admin.end()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  )

  it('server: on a port that is taken', async () => {
    const { child, origin } = await start('apps/server/src/bin/server.ts')
    const settings = { ...(await given(system.databaseUrl)), HOST: '127.0.0.1', PORT: new URL(origin).port }
    const { code, stderr } = await createCommandLine(settings)('server')
    expect([code, stderr]).toEqual([1, expect.stringContaining('address already in use')])
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
})

// The server and the worker as processes of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const start = async (
  file: string,
  takenPort?: number,
): Promise<{ child: ChildProcess; origin: string; metricsPort: number }> => {
  const [port, metricsPort] = [await freePort(), takenPort ?? (await freePort())]
  const env = {
    ...process.env,
    DATABASE_URL: system.databaseUrl,
    REDIS_PREFIX: system.deps.config.redisPrefix,
    SECRET_KEY: system.deps.config.secretKey.toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'silent',
  }
  const child = spawn('node', [file], { env, stdio: 'ignore' })
  const origin = `http://127.0.0.1:${file.endsWith('server.ts') ? port : metricsPort}`
  const answers = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok ?? false
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

// Readiness by a real database: which is away, cut off, or has no connection free.
import { type FaultProxy, startFaultProxy } from '@patchbay/testkit/fault-proxy'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDeps } from '../../src/create-deps.ts'
import type { Deps } from '../../src/deps.ts'
import { buildApp } from '../../src/http/app.ts'
import { healthOf } from '../../src/http/health.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let proxy: FaultProxy
let deps: Awaited<ReturnType<typeof createDeps>>
beforeAll(async () => {
  system = await startSystem({ accounts: [] })
  proxy = await startFaultProxy(() => Number(new URL(system.databaseUrl).port || 5432))
  const url = new URL(system.databaseUrl)
  url.port = String(proxy.port)
  const settings = { ...system.deps.config, databaseUrl: url.href, poolSize: 2, moneyPoolSize: 2 }
  deps = await createDeps(settings, system.deps.log, 'server')
})
afterAll(async () => {
  await deps.close()
  await proxy.close()
  await system.close()
})

const apps: FastifyInstance[] = []
const takenOf: pg.PoolClient[] = []
afterEach(async () => {
  proxy.heal()
  for (const client of takenOf.splice(0)) client.release()
  for (const app of apps.splice(0)) await app.close()
})

const checkOf = async (patience?: { silentMs: number; busyMs: number }): Promise<() => Promise<number>> => {
  const app = await buildApp(deps)
  healthOf(app, deps, patience)
  apps.push(app)
  return async () => (await app.inject('/readyz')).statusCode
}

const takeAll = async (pool: Deps['pool']): Promise<void> => {
  takenOf.push(...(await Promise.all([pool.connect(), pool.connect()])))
}

it('is ready while requests have all connections: payments have their own', async () => {
  const check = await checkOf()
  await takeAll(deps.pool)
  expect(await check()).toBe(200)
})

it('is ready while payments have theirs too, and asks once for all who check', async () => {
  const check = await checkOf()
  await takeAll(deps.pool)
  await takeAll(deps.money.pool)
  expect(await Promise.all([check(), check(), check()])).toEqual([200, 200, 200])
  expect(deps.money.pool.waitingCount).toBe(1)
})

it('is not ready when nobody gets a connection for long', async () => {
  const check = await checkOf({ silentMs: 10_000, busyMs: 0 })
  await takeAll(deps.money.pool)
  expect(await check()).toBe(503)
})

it('is not ready while the database is away', async () => {
  const check = await checkOf()
  expect(await check()).toBe(200)
  proxy.refuse()
  expect(await check()).toBe(503)
  proxy.heal()
  await expect.poll(check).toBe(200)
})

it('is ready while the database is slow, however long that lasts', async () => {
  const check = await checkOf({ silentMs: 4_000, busyMs: 4_000 })
  expect(await check()).toBe(200)
  // A question takes more than the second for which a check waits, and all of them together more than the patience.
  proxy.delay(700)
  for (let n = 0; n < 10; n++) expect(await check()).toBe(200)
})

it('is not ready when the database has been silent for long, and does not hang with it', async () => {
  const check = await checkOf({ silentMs: 3_000, busyMs: 3_000 })
  expect(await check()).toBe(200)
  proxy.freeze()
  expect(await check()).toBe(200)
  await expect.poll(check, { timeout: 20_000 }).toBe(503)
  proxy.heal()
  await expect.poll(check).toBe(200)
})

it('is not ready after the database was away before it answers', async () => {
  const check = await checkOf()
  proxy.refuse()
  expect(await check()).toBe(503)
  proxy.heal()
  proxy.freeze()
  expect(await check()).toBe(503)
  proxy.heal()
  await expect.poll(check).toBe(200)
})

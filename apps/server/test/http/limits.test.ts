// What happens when there is too much: of requests, of refused ones, of bytes to log, of time.
import { createHttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig, readWorkerConfig } from '../../src/config.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { cleanUpsHeld } from '../../src/lib/process/telemetry.ts'
import { cleanUpEachAccount, HOURS } from '../../src/platform/clean-up/service.ts'
import { PURGE_TRAFFIC, trafficJobs } from '../../src/platform/traffic/jobs.ts'
import { expireCaches } from '../support/clock.ts'
import { type Another, type System, startAnother, startSystem } from '../support/system.ts'

let system: System
let server: Another
beforeAll(async () => {
  const env = { POOL_SIZE: '2', POOL_WAIT_MS: '60000', POOL_MOST_WAITING: '1' }
  system = await startSystem({ env })
  server = await startAnother(system)
})
afterAll(async () => {
  await server.close()
  await system.close()
})

type Exchange = { status: number; requests?: number; url: string }
const trafficOf = async ({ fern }: System) => {
  const admin = await fern.signIn('ada')
  return (await admin.get('/workspace/traffic')).body as {
    exchanges: Exchange[]
    unlogged?: { requests: number; bytesPerDay: number }
  }
}

it('[D-98] logs the first refused requests of a kind, then one for all others', async () => {
  const stranger = system.fern.stranger.with({ 'x-api-key': 'wrong' })
  for (let n = 0; n < 12; n++) await stranger.get('/api/v5/orders')
  for (let n = 0; n < 2; n++) await stranger.get(`/api/v5/nothing-${n}`)
  const { exchanges } = await trafficOf(system)
  const wrong = exchanges.filter(({ url }) => url === '/api/v5/orders')
  expect(wrong).toHaveLength(6)
  expect(wrong.map(({ requests = 1 }) => requests).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 7])
  expect(exchanges.filter(({ url }) => url.includes('nothing'))).toHaveLength(2)
})

it('[D-98] only counts requests beyond the daily limit of the log, and says so', async () => {
  const full = await startSystem({ env: { TRAFFIC_MB_PER_DAY: '0' }, accounts: ['fern'] })
  const { api } = full.fern
  await api.get('/api/v5/reference/sites')
  const { exchanges: before, unlogged } = await trafficOf(full)
  expect(before).toHaveLength(1)
  expect(unlogged).toBeUndefined()
  for (let n = 0; n < 3; n++) await api.get('/api/v5/reference/sites')
  expect(await trafficOf(full)).toMatchObject({ exchanges: before, unlogged: { requests: 3, bytesPerDay: 0 } })
  await full.close()
})

/** Takes every connection of the pool. */
const takeAll = async ({ pool, config }: System['deps']) => {
  const taken = await Promise.all(Array.from({ length: config.poolSize }, () => pool.connect()))
  return () => {
    for (const client of taken) client.release()
  }
}

it('[D-53] answers 503 with Retry-After when too many wait for a connection, and serves those that wait', async () => {
  const api = createHttpClient(server.origin, { host: 'fern.test', 'x-api-key': system.fern.apiKey })
  // Of another account: what one request waits for, others of its account wait for with it.
  const other = createHttpClient(server.origin, { host: 'kettle.test', 'x-api-key': system.kettle.apiKey })
  await expireCaches()
  const giveBack = await takeAll(server.deps)
  const waiting = api.get('/api/v5/reference/sites')
  await expect.poll(() => server.deps.pool.waitingCount).toBe(1)
  const refused = await other.get('/api/v5/users')
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  giveBack()
  expect((await waiting).status).toBe(200)
  expect((await other.get('/api/v5/users')).status).toBe(200)
})

it('[D-53] has connections left for payments when all others are taken', async () => {
  const api = createHttpClient(server.origin, { host: 'fern.test', 'x-api-key': system.fern.apiKey })
  await expireCaches()
  const giveBack = await takeAll(server.deps)
  const invoiceUuid = crypto.randomUUID()
  const check = await api.post('/api/v5/payment/check', { check: { invoiceUuid, amount: 1, currency: 'USD' } })
  const report = await api.post('/api/v5/payment/update-invoice', {
    updateInvoice: { invoiceUuid, status: 'succeeded' },
  })
  giveBack()
  // The invoice is unknown, which only the database knows.
  expect([check.status, report.status].every((status) => status < 500)).toBe(true)
  expect([check.text, report.text].every((text) => !text.includes('unavailable'))).toBe(true)
})

it('[E-02] does not ask the account cache inside a transaction', async () => {
  const { db, accounts } = system.deps
  const { accountId } = system.fern
  const inside = inAccount(db, accountId, () => accounts.account(accountId))
  await expect(inside).rejects.toThrow('inside a transaction')
  await expect(accounts.account(accountId)).resolves.toMatchObject({ publicUrl: 'http://fern.test' })
})

it('[D-98] deletes nothing when the clock is implausible', async () => {
  const { deps, fern } = system
  const purged: number[] = []
  const run = (now: Date) =>
    cleanUpEachAccount({ ...deps, now: () => now }, { name: 'test.purge' }, HOURS, async (accountId) => {
      purged.push(accountId)
    })()
  const heldFor = async (reason: string) =>
    (await cleanUpsHeld.get()).values.find(({ labels }) => labels.job === 'test.purge' && labels.reason === reason)
      ?.value
  await run(new Date())
  expect(purged).toContain(fern.accountId)
  purged.length = 0
  await run(new Date(Date.now() + 40 * 86_400_000))
  expect([purged, await heldFor('clocks-differ')]).toEqual([[], 2])
  // As if the database's clock had jumped since the last run.
  await inAccount(deps.db, fern.accountId, (trx) =>
    trx
      .updateTable('clean_up_run')
      .set({ ran_at: new Date(Date.now() - 40 * 86_400_000) })
      .execute(),
  )
  await run(new Date())
  expect([purged, await heldFor('clock-jumped')]).toEqual([[system.kettle.accountId], 1])
  await run(new Date())
  expect(await heldFor('held')).toBe(1)
  expect(purged).not.toContain(fern.accountId)
})

it('purges the traffic log by the clock of the database', async () => {
  const { deps, fern } = system
  const [purge] = trafficJobs({ ...deps, now: () => new Date(Date.now() + 12 * 3_600_000) })
  const old = { direction: 'in', method: 'GET', duration_ms: 1, ok: true } as const
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await inAccount(deps.db, fern.accountId, (trx) =>
    trx
      .insertInto('traffic')
      .values([
        { ...old, url: '/older', at: days(31) },
        // Too old by the process's clock only.
        { ...old, url: '/newer', at: days(29.75) },
      ])
      .execute(),
  )
  expect(purge?.job.name).toBe(PURGE_TRAFFIC.name)
  await purge?.handle({})
  const left = await inAccount(deps.db, fern.accountId, (trx) =>
    trx.selectFrom('traffic').select('url').where('at', '<', days(1)).execute(),
  )
  expect(left).toEqual([{ url: '/newer' }])
})

it('serves the metrics of server and worker on different ports by default', () => {
  const env = { DATABASE_URL: 'x', SECRET_KEY: Buffer.alloc(32).toString('base64') }
  expect(readConfig(env).metricsPort).not.toBe(readWorkerConfig(env).metricsPort)
})

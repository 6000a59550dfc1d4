import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { lanesDone } from '../support/lanes.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  bruno = await system.fern.signIn('bruno')
  await system.work()
})
afterAll(async () => {
  await system.close()
  await exchange.close()
})
beforeEach(async () => {
  await exchange.register()
  exchange.module.received.length = 0
  exchange.module.answer((_received, response) => json(response, 200, { success: true }))
})

const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

const statusOf = (name: 'ada' | 'bruno', status: string) =>
  system.fern.api.post(`/api/v5/users/${system.fern.userIds[name]}/status`, { status })
const callbacks = () => exchange.module.received.filter(({ path }) => path === '/status')

it('[T-09][T-11][T-12] tells the exchange each status by GET, and ignores what it answers', async () => {
  // The key was cached before the exchange registered with it.
  await expireCaches()
  exchange.module.answer(({ query }, response) => {
    response.writeHead(query.get('status') === 'break' ? 200 : 500).end('no')
  })
  for (const [n, status] of ['busy', 'dinner', 'break', 'free'].entries()) {
    await statusOf('bruno', status)
    await expect.poll(() => callbacks().length).toBe(n + 1)
    expect(Object.fromEntries(callbacks()[n]?.query ?? [])).toEqual({
      clientId: 'client-pbx',
      userId: String(system.fern.userIds.bruno),
      code: '101',
      status,
    })
  }
  await lanesDone(system)
  expect(callbacks()).toHaveLength(4)
  expect((await statusOf('bruno', 'asleep')).status).toBe(400)
  // In the workspace too, and who said so is kept.
  const source = () =>
    inFern((trx) =>
      trx.selectFrom('app_user').select('status_source').where('id', '=', system.fern.userIds.bruno).executeTakeFirst(),
    )
  expect(await source()).toEqual({ status_source: 'pbx' })
  await bruno.postJson('/workspace/me/status', { status: 'busy' })
  await expect.poll(() => callbacks().length).toBe(5)
  expect(await source()).toEqual({ status_source: 'user' })
})

it('[T-10] sends nothing without changeUserStatusUrl or without an extension', async () => {
  await exchange.register({ changeUserStatusUrl: undefined })
  await statusOf('bruno', 'free')
  await exchange.register({ additionalCodes: [] })
  await statusOf('bruno', 'busy')
  await lanesDone(system)
  expect(callbacks()).toEqual([])
})

it('[D-32][D-33] tells again after a network failure only, and then the newest status, in place of the older', async () => {
  let failures = 0
  exchange.module.answer((_received, response) => {
    if (failures++ < 1) response.destroy()
    else json(response, 200, {})
  })
  await statusOf('bruno', 'free')
  await expect.poll(() => callbacks().length).toBe(1)
  // Another status while the first waits to be told again.
  await inFern((trx) =>
    trx.updateTable('app_user').set({ status: 'dinner' }).where('id', '=', system.fern.userIds.bruno).execute(),
  )
  await expect.poll(() => callbacks().length).toBe(2)
  expect(callbacks().map(({ query }) => query.get('status'))).toEqual(['free', 'dinner'])
  await lanesDone(system)
  expect(callbacks()).toHaveLength(2)
})

import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { lanesDone } from '../support/lanes.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

it('[D-32] [T-11] lets any status follow any other, and stores when and by whom it was set', async () => {
  const { api, userIds } = system.fern
  const stateOf = () =>
    inFern((trx) =>
      trx
        .selectFrom('app_user')
        .select(['status', 'status_since', 'status_source'])
        .where('id', '=', userIds.bruno)
        .executeTakeFirstOrThrow(),
    )
  const statuses = ['free', 'busy', 'dinner', 'break']
  for (const from of statuses)
    for (const to of statuses) {
      for (const status of [from, to])
        expect((await api.post(`/api/v5/users/${userIds.bruno}/status`, { status })).body).toEqual({ success: true })
      expect((await api.get(`/api/v5/users/${userIds.bruno}`)).body).toMatchObject({ user: { status: to } })
    }
  const before = await stateOf()
  expect(before).toMatchObject({ status: 'break', status_source: expect.stringMatching(/^key:/) })
  await api.post(`/api/v5/users/${userIds.bruno}/status`, { status: 'break' })
  expect(await stateOf()).toEqual(before)
  const bruno = await system.fern.signIn('bruno')
  const mine = await bruno.postJson('/workspace/me/status', { status: 'busy' })
  expect(mine.body).toMatchObject({ success: true, status: 'busy' })
  const after = await stateOf()
  expect(after).toMatchObject({ status: 'busy', status_source: 'user' })
  expect(after.status_since.getTime()).toBeGreaterThan(before.status_since.getTime())
  expect((await bruno.get('/workspace/me')).body).toMatchObject({
    me: { status: 'busy', statusSince: after.status_since.toISOString() },
  })
  expect((await bruno.get('/workspace/colleagues')).body).toMatchObject({
    colleagues: [{ firstName: 'Ada' }, { firstName: 'Bruno', status: 'busy' }, {}],
  })
})

it('[E-01] rejects an unknown status, and a user that does not exist', async () => {
  const { api, userIds } = system.fern
  expect(await api.post(`/api/v5/users/${userIds.bruno}/status`, { status: 'asleep' })).toMatchObject({
    status: 400,
    body: { errors: { status: 'must be one of: free, busy, dinner, break' } },
  })
  expect(await api.post(`/api/v5/users/${userIds.bruno}/status`)).toMatchObject({
    status: 400,
    body: { errorMsg: "Parameter 'status' is missing" },
  })
  expect(await api.post('/api/v5/users/999999/status', { status: 'free' })).toMatchObject({ status: 404 })
})

describe('with a telephony module', () => {
  let exchange: Exchange
  let bruno: HttpClient
  beforeAll(async () => {
    bruno = await system.fern.signIn('bruno')
    await bruno.postJson('/workspace/me/status', { status: 'free' })
    exchange = await startExchange(system)
    await system.work()
  })
  afterAll(() => exchange.close())
  beforeEach(async () => {
    await exchange.register()
    exchange.module.received.length = 0
    exchange.module.answer((_received, response) => json(response, 200, { success: true }))
  })

  const statusOf = (name: 'ada' | 'bruno', status: string) =>
    system.fern.api.post(`/api/v5/users/${system.fern.userIds[name]}/status`, { status })
  const callbacks = () => exchange.module.received.filter(({ path }) => path === '/status')

  it('[T-09][T-11][T-12] notifies the exchange of each status by GET, and ignores the response', async () => {
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
    // In the workspace too, and the actor is stored.
    const source = () =>
      inFern((trx) =>
        trx
          .selectFrom('app_user')
          .select('status_source')
          .where('id', '=', system.fern.userIds.bruno)
          .executeTakeFirst(),
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

  it('[D-32][D-33] retries only after a network failure, and then sends the newest status instead of the older', async () => {
    let failures = 0
    exchange.module.answer((_received, response) => {
      if (failures++ < 1) response.destroy()
      else json(response, 200, {})
    })
    await statusOf('bruno', 'free')
    await expect.poll(() => callbacks().length).toBe(1)
    // Another status while the first waits for its retry.
    await inFern((trx) =>
      trx.updateTable('app_user').set({ status: 'dinner' }).where('id', '=', system.fern.userIds.bruno).execute(),
    )
    await expect.poll(() => callbacks().length).toBe(2)
    expect(callbacks().map(({ query }) => query.get('status'))).toEqual(['free', 'dinner'])
    await lanesDone(system)
    expect(callbacks()).toHaveLength(2)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('[D-32] [T-11] lets any status follow any other, and stores when and by whom it was set', async () => {
  const { api, accountId, userIds } = system.fern
  const stateOf = () =>
    inAccount(system.deps.db, accountId, (trx) =>
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

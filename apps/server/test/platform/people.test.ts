import { openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

type HttpClient = System['fern']['api']
const emails = async (wire: HttpClient, query: Record<string, string> = {}): Promise<string[]> => {
  const reply = await wire.get('/api/v5/users', query)
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { users: { email: string }[] }).users.map(({ email }) => email)
}

it('returns the users of the account in the shape that modules read, as a list and one by one', async () => {
  const { api, userIds } = system.fern
  const { body } = await api.get('/api/v5/users', { limit: '50' })
  expect(body).toMatchObject({
    pagination: { limit: 50, totalCount: 3, currentPage: 1, totalPageCount: 1 },
    users: [
      { id: userIds.ada, email: 'ada@fern.test', isAdmin: true, isManager: false, active: true },
      {
        id: userIds.bruno,
        firstName: 'Bruno',
        lastName: 'Costa',
        patronymic: '',
        isManager: true,
        status: 'free',
        online: false,
        groups: [],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
      { id: userIds.chiara },
    ],
  })
  expect((await api.get(`/api/v5/users/${userIds.bruno}`)).body).toMatchObject({
    success: true,
    user: { email: 'bruno@fern.test' },
  })
})

it('filters them', async () => {
  const { api, accountId, userIds } = system.fern
  await system.deps.presence.heartbeat(accountId, [userIds.chiara])
  await api.post(`/api/v5/users/${userIds.bruno}/status`, { status: 'dinner' })
  const ada = await system.fern.signIn('ada')
  expect(
    await ada.postJson('/workspace/user-groups/sales', { name: 'Sales', userIds: [userIds.bruno, userIds.ada] }),
  ).toMatchObject({ status: 200 })
  const filtered = (filter: Record<string, string>) =>
    emails(
      api,
      Object.fromEntries(Object.entries(filter).map(([name, value]) => [name.replace(/^(\w+)/, 'filter[$1]'), value])),
    )
  expect(await filtered({ email: 'BRUNO@fern.test' })).toEqual(['bruno@fern.test'])
  expect(await filtered({ status: 'dinner' })).toEqual(['bruno@fern.test'])
  expect(await filtered({ online: 'True' })).toEqual(['chiara@fern.test'])
  expect(await filtered({ isAdmin: '1' })).toEqual(['ada@fern.test'])
  expect(await filtered({ isManager: '1', active: '1', status: 'free' })).toEqual(['chiara@fern.test'])
  expect(await filtered({ active: '0' })).toEqual([])
  expect(await filtered({ 'groups[]': 'sales' })).toEqual(['ada@fern.test', 'bruno@fern.test'])
  expect(await filtered({ createdAtFrom: '2020-01-01', createdAtTo: '2021-01-01' })).toEqual([])
  expect(await filtered({ createdAtFrom: '2020-01-01' })).toHaveLength(3)
  expect(await emails(api, { limit: '20', page: '2' })).toEqual([])
  expect(await api.get('/api/v5/users', { 'filter[shoeSize]': '42' })).toMatchObject({
    status: 400,
    body: { errors: { shoeSize: expect.stringContaining('email, status, online') } },
  })
  expect(await api.get('/api/v5/users', { 'filter[status]': 'asleep' })).toMatchObject({ status: 400 })
})

it('lists groups, which administrators edit', async () => {
  const { api, userIds } = system.fern
  expect((await api.get('/api/v5/user-groups')).body).toMatchObject({
    pagination: { totalCount: 1 },
    groups: [{ id: expect.any(Number), code: 'sales', name: 'Sales' }],
  })
  const ada = await system.fern.signIn('ada')
  await ada.postJson('/workspace/user-groups/sales', { name: 'Sales team', userIds: [userIds.chiara] })
  expect((await api.get(`/api/v5/users/${userIds.chiara}`)).body).toMatchObject({
    user: { groups: [{ code: 'sales', name: 'Sales team' }] },
  })
  expect((await api.get(`/api/v5/users/${userIds.bruno}`)).body).toMatchObject({ user: { groups: [] } })
  expect(
    await ada.postJson('/workspace/user-groups/sales', { name: 'x', userIds: [system.kettle.userIds.farid] }),
  ).toMatchObject({ status: 400 })
  expect((await ada.get('/workspace/user-groups')).body).toMatchObject({
    groups: [{ code: 'sales', name: 'Sales team', userIds: [userIds.chiara] }],
  })
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/user-groups')).status).toBe(403)
  expect((await bruno.postJson('/workspace/user-groups/sales', { name: 'x', userIds: [] })).status).toBe(403)
})

it('[E-01] rejects a user that does not exist', async () => {
  const { api } = system.fern
  expect(await api.get('/api/v5/users/nobody')).toMatchObject({ status: 400 })
  expect(await api.get('/api/v5/users/999999')).toMatchObject({ status: 404, body: { errorMsg: 'Not found' } })
})

it('[E-02] shows and changes no user of another account', async () => {
  const { api } = system.kettle
  const { bruno } = system.fern.userIds
  expect(await emails(api)).toEqual(['edith@kettle.test', 'farid@kettle.test'])
  expect((await api.get('/api/v5/user-groups')).body).toMatchObject({ groups: [] })
  expect((await api.get(`/api/v5/users/${bruno}`)).status).toBe(404)
  expect((await api.post(`/api/v5/users/${bruno}/status`, { status: 'free' })).status).toBe(404)
  const farid = await system.kettle.signIn('farid')
  expect((await farid.get('/workspace/colleagues')).body).toMatchObject({
    colleagues: [{ firstName: 'Edith' }, { firstName: 'Farid' }],
  })
})

it('[D-05] requires the scope', async () => {
  const key = await system.fern.newKey({ scopes: ['user_read'] })
  const wire = system.fern.stranger.with({ 'x-api-key': key.text })
  expect((await wire.get('/api/v5/users')).status).toBe(200)
  expect((await wire.post(`/api/v5/users/${system.fern.userIds.bruno}/status`, { status: 'free' })).status).toBe(403)
})

it('[E-02] returns the account’s settings in the shape that modules read, and lets administrators change them', async () => {
  const edith = await system.kettle.signIn('edith')
  const change = (body: object) => edith.postJson('/workspace/account', body)
  expect((await change({ timezone: 'Europe/Paris', currency: 'EUR', country: 'FR', locale: 'fr' })).body).toMatchObject(
    { settings: { name: 'Copper Kettle', timezone: 'Europe/Paris' } },
  )
  expect(await change({ timezone: 'Europe/Atlantis' })).toMatchObject({ status: 400 })
  expect(await change({ currency: 'ZZZ' })).toMatchObject({ status: 400 })
  await expect
    .poll(async () => (await system.kettle.api.get('/api/v5/settings')).body)
    .toMatchObject({
      settings: {
        default_currency: { value: 'EUR' },
        system_language: { value: 'fr' },
        timezone: { value: 'Europe/Paris' },
        work_times: [],
      },
    })
  expect((await system.fern.api.get('/api/v5/settings')).body).toMatchObject({
    settings: { default_currency: { value: 'USD' } },
  })
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/account')).body).toEqual({
    success: true,
    settings: {
      name: 'Fern & Field',
      country: 'US',
      currency: 'USD',
      locale: 'en',
      timezone: 'UTC',
      limits: expect.any(Object),
      callbackMinutes: 30,
      serviceLevelSeconds: 20,
    },
  })
  expect((await bruno.postJson('/workspace/account', { country: 'DE' })).status).toBe(403)
})

it('[D-07] shows and changes the account’s name and rate limits, one by one', async () => {
  const edith = await system.kettle.signIn('edith')
  const limitsOf = async () =>
    ((await edith.get('/workspace/account')).body as { settings: { limits: Record<string, number> } }).settings.limits
  const before = await limitsOf()
  expect(await edith.postJson('/workspace/account', { name: 'Copper & Kettle', limits: { api: 7 } })).toMatchObject({
    status: 200,
    body: { settings: { name: 'Copper & Kettle', limits: { ...before, api: 7 } } },
  })
  expect((await edith.postJson('/workspace/account', { limits: { api: 0 } })).status).toBe(400)
  expect(await limitsOf()).toEqual({ ...before, api: 7 })
})

it('deletes a group; its members stay users', async () => {
  const ada = await system.fern.signIn('ada')
  const { bruno } = system.fern.userIds
  await ada.postJson('/workspace/user-groups/night', { name: 'Night shift', userIds: [bruno] })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.send('DELETE', '/workspace/user-groups/night')).status).toBe(404)
  expect((await ada.send('DELETE', '/workspace/user-groups/night')).status).toBe(200)
  expect((await ada.send('DELETE', '/workspace/user-groups/night')).status).toBe(404)
  expect((await ada.get('/workspace/user-groups')).text).not.toContain('night')
  expect(await emails(system.fern.api)).toContain('bruno@fern.test')
})

it('lets everyone change their own name and language, and nothing else of themselves', async () => {
  const bruno = await system.fern.signIn('bruno')
  const me = async () => ((await bruno.get('/workspace/me')).body as { me: Record<string, unknown> }).me
  expect(await me()).not.toHaveProperty('language')
  const saved = await bruno.postJson('/workspace/me/profile', { lastName: 'Costa Lima', language: 'es', role: 'admin' })
  expect([saved.status, saved.body]).toMatchObject([200, { me: { lastName: 'Costa Lima', language: 'es' } }])
  expect(await me()).toMatchObject({ firstName: 'Bruno', lastName: 'Costa Lima', language: 'es', role: 'manager' })
  expect((await bruno.postJson('/workspace/me/profile', { language: 'xx' })).status).toBe(400)
  expect((await bruno.postJson('/workspace/me/profile', { firstName: '' })).status).toBe(400)
  const ada = await system.fern.signIn('ada')
  const { records } = (await ada.get('/workspace/action-log?recordType=Users')).body as { records: object[] }
  expect(records[0]).toMatchObject({
    actor: 'bruno@fern.test',
    action: 'user.profile-changed',
    detail: { changes: { lastName: ['Costa', 'Costa Lima'] } },
  })
  await bruno.postJson('/workspace/me/profile', { lastName: 'Costa' })
})

it('[D-31] shows administrators who is online and with which status', async () => {
  const ada = await system.fern.signIn('ada')
  const stream = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('chiara'))
  try {
    const online = async () => {
      const { users } = (await ada.get('/workspace/users')).body as { users: { email: string; online: boolean }[] }
      return users.filter((user) => user.online).map(({ email }) => email)
    }
    await expect.poll(online).toEqual(['chiara@fern.test'])
    const chiara = await system.fern.signIn('chiara')
    await chiara.postJson('/workspace/me/status', { status: 'dinner' })
    const { users } = (await ada.get('/workspace/users')).body as { users: { email: string }[] }
    expect(users.find(({ email }) => email === 'chiara@fern.test')).toMatchObject({
      online: true,
      status: 'dinner',
      statusSince: expect.any(String),
    })
  } finally {
    stream.close()
  }
})

it('[D-31] without Redis shows as online who is connected to this process', async () => {
  const alone = await startSystem({ accounts: ['fern'], env: { REDIS_URL: 'redis://127.0.0.1:1' } })
  const stream = await openLiveStream(alone.origin, 'fern.test', await alone.fern.cookie('chiara'))
  try {
    const ada = await alone.fern.signIn('ada')
    const { colleagues } = (await ada.get('/workspace/colleagues')).body as {
      colleagues: { firstName: string; online: boolean }[]
    }
    expect(colleagues.filter(({ online }) => online).map(({ firstName }) => firstName)).toEqual(['Chiara'])
  } finally {
    stream.close()
    await alone.close()
  }
})

it('accepts only a country that exists', async () => {
  const ada = await system.fern.signIn('ada')
  expect((await ada.postJson('/workspace/account', { country: 'ZZ' })).status).toBe(400)
  expect((await ada.postJson('/workspace/account', { country: 'SE' })).body).toMatchObject({
    settings: { country: 'SE' },
  })
})

import { API_LEVEL } from '@patchbay/contract/base/api-level'
import { SCOPES } from '@patchbay/contract/base/scopes'
import type { Reply } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { VERSION } from '../../src/lib/process/version.ts'
import { changeAddress } from '../../src/operator/commands.ts'
import { findModule } from '../../src/platform/modules/store.ts'
import { expireCaches } from '../support/clock.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const path = '/api/v5/integration-modules/any'
const edit = { integrationModule: { code: 'any' } }

it('[D-01] accepts the key in the query, in the body, and in a header in any case', async () => {
  const { stranger, apiKey } = system.fern
  await system.fern.api.post(`${path}/edit`, edit)
  expect((await stranger.get(path, { apiKey })).status).toBe(200)
  expect((await stranger.post(`${path}/edit`, { apiKey, ...edit })).status).toBe(201)
  for (const name of ['X-API-KEY', 'X-Api-Key', 'x-api-key'])
    expect((await stranger.with({ [name]: apiKey }).get(path)).status).toBe(200)
})

it('[D-01][D-04] has the known error texts for a missing, wrong, or insufficient key', async () => {
  const { stranger } = system.fern
  expect(await stranger.get(path)).toMatchObject({
    status: 400,
    body: { success: false, errorMsg: '"apiKey" is missing.' },
  })
  for (const wrong of ['no-key', `${system.fern.apiKey}x`, system.fern.apiKey.slice(0, -1)]) {
    expect(await stranger.with({ 'x-api-key': wrong }).get(path)).toMatchObject({
      status: 403,
      body: { success: false, errorMsg: 'Wrong "apiKey" value.' },
    })
  }
  const { text } = await system.fern.newKey({ scopes: ['integration_read'] })
  expect(await stranger.with({ 'x-api-key': text }).post(`${path}/edit`, edit)).toMatchObject({
    status: 403,
    body: {
      success: false,
      errorMsg: 'Access denied.',
      errors: { apiKey: expect.stringContaining('has no scope integration_write') },
    },
  })
})

it('[D-01] stores keys hashed, shows them once, records their last use, and rotates them with an overlap', async () => {
  const admin = await system.fern.signIn('ada')
  const made = (await admin.postJson('/workspace/api-keys', { name: 'For the exchange', scopes: ['integration_read'] }))
    .body as { id: string; apiKey: string }
  const use = async (apiKey: string) => (await system.fern.stranger.get(path, { apiKey })).status
  expect(await use(made.apiKey)).toBe(200)
  const listed = (await admin.get('/workspace/api-keys')).body as { apiKeys: { id: string; lastUsedAt?: string }[] }
  expect(listed.apiKeys.find(({ id }) => id === made.id)).toMatchObject({
    name: 'For the exchange',
    lastUsedAt: expect.any(String),
  })
  expect(JSON.stringify(listed)).not.toContain(made.apiKey.slice(-20))

  const successor = (await admin.postJson(`/workspace/api-keys/${made.id}/rotate`, { overlapHours: 1 })).body as {
    apiKey: string
  }
  expect([await use(made.apiKey), await use(successor.apiKey)]).toEqual([200, 200])
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .updateTable('api_key')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', made.id)
      .execute(),
  )
  await expireCaches()
  expect([await use(made.apiKey), await use(successor.apiKey)]).toEqual([403, 200])
})

it('[D-01] moves the modules of a rotated key to the new one', async () => {
  const admin = await system.fern.signIn('ada')
  const { id, text } = await system.fern.newKey({ scopes: ['integration_write'] })
  await system.fern.stranger.post('/api/v5/integration-modules/heir/edit', {
    apiKey: text,
    integrationModule: { code: 'heir' },
  })
  const successor = (await admin.postJson(`/workspace/api-keys/${id}/rotate`, { overlapHours: 0 })).body as {
    id: string
  }
  const module = await inAccount(system.deps.db, system.fern.accountId, (trx) => findModule(trx, 'heir'))
  expect(module?.apiKeyId).toBe(successor.id)
})

it('[D-01] rejects a revoked key within a second', async () => {
  const admin = await system.fern.signIn('ada')
  const { id, text } = await system.fern.newKey({ scopes: ['integration_read'] })
  const use = async () => (await system.fern.stranger.get(path, { apiKey: text })).status
  expect(await use()).toBe(200)
  expect((await admin.send('DELETE', `/workspace/api-keys/${id}`)).status).toBe(200)
  await expireCaches()
  expect(await use()).toBe(403)
})

it('[D-02] reads forms, multipart and JSON, with nested values as JSON strings or objects', async () => {
  const { api } = system.fern
  const replies = [
    await api.post(`${path}/edit`, edit),
    await api.postMultipart(`${path}/edit`, edit),
    await api.postJson(`${path}/edit`, edit),
    await api.postJson(`${path}/edit`, { integrationModule: JSON.stringify(edit.integrationModule) }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

it('[E-01] answers an id longer than any or with a NUL, and an address with a broken escape, in the same form', async () => {
  const { api } = system.fern
  const replies = [
    await api.get(`/api/v5/integration-modules/${'x'.repeat(2_000)}`),
    await api.post(`/api/v5/integration-modules/${'x'.repeat(2_000)}/edit`, edit),
    await api.get('/api/v5/integration-modules/%zz'),
    await api.get('/api/v5/orders/a%00b'),
    await api.post('/api/v5/orders/payments/%00/edit', {
      by: 'externalId',
      site: 'fern-online',
      payment: { type: 'cash' },
    }),
  ]
  for (const { body } of replies) expect(body).toMatchObject({ success: false, errorMsg: expect.any(String) })
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 404, 400, 400])
})

it('[D-02][E-01] rejects a malformed body with a text and a 4xx, never a 5xx', async () => {
  const { api } = system.fern
  const post = (type: string, body: string | Buffer) =>
    api.send('POST', `${path}/edit`, { headers: { 'content-type': type }, body })
  const form = (value: string) =>
    post('application/x-www-form-urlencoded', `integrationModule=${encodeURIComponent(value)}`)
  const refused = [
    await form('{"code":'),
    await form('{"code":"any","__proto__":{"admin":true}}'),
    await form('{"code":"any","integrations":{"telephony":{"constructor":{"prototype":{"x":1}}}}}'),
    await form(`{"code":"any","integrations":{"delivery":${'['.repeat(40)}${']'.repeat(40)}}}`),
    await form('{"code":"any","name":"a\\u0000b"}'),
    await form('{"code":"any","name":"\\ud800"}'),
    await form('"text"'),
    await form('[]'),
    await post('application/x-www-form-urlencoded', 'integrationModule=%00'),
    await post('application/x-www-form-urlencoded', 'integrationModule={}&integrationModule={}'),
    await post('application/json', '{"integrationModule":'),
    await post('application/json', '[1]'),
    await post('application/json', '{"integrationModule":{"code":"any","name":"a\\u0000b"}}'),
    await post('multipart/form-data', 'no boundary'),
    await post(
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="integrationModule"\r\n\r\n{',
    ),
    await post('text/plain', 'integrationModule={}'),
    await post('application/xml', '<integrationModule/>'),
  ]
  for (const reply of refused) {
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
    expect(reply.status, reply.text).toBeLessThan(500)
    expect(reply.body).toMatchObject({ success: false, errorMsg: expect.any(String) })
    expect(reply.text).not.toMatch(/ at .*\.ts:/)
  }
  const large = await post('application/x-www-form-urlencoded', `integrationModule=${'x'.repeat(1024 * 1024 + 1)}`)
  expect(large).toMatchObject({ status: 413, body: { success: false } })
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
})

it('[D-03] accepts liberal types and returns strict ones', async () => {
  const { api } = system.fern
  const telephony = {
    allowEdit: 'True',
    inputEventSupported: 1,
    additionalCodes: [{ userId: system.fern.userIds.ada, code: 101 }],
    externalPhones: [],
  }
  const module = {
    code: 'liberal',
    active: '1',
    logo: null,
    actions: [],
    spam_allowed: true,
    integrations: { telephony },
  }
  expect((await api.post('/api/v5/integration-modules/liberal/edit', { integrationModule: module })).status).toBe(201)
  const { integrationModule } = (await api.get('/api/v5/integration-modules/liberal')).body as {
    integrationModule: Record<string, unknown>
  }
  expect(integrationModule).toMatchObject({
    active: true,
    actions: {},
    integrations: {
      telephony: {
        allowEdit: true,
        inputEventSupported: true,
        hangupEventSupported: false,
        additionalCodes: [{ userId: String(system.fern.userIds.ada), code: '101' }],
      },
    },
  })
  expect(integrationModule).not.toHaveProperty('spam_allowed')
  expect(integrationModule).not.toHaveProperty('logo')
})

it('[D-04] returns errors as JSON with the known texts: parameter missing, entity, unknown method, wrong method, not found', async () => {
  const { api } = system.fern
  expect(await api.post(`${path}/edit`)).toMatchObject({
    status: 400,
    body: { errorMsg: "Parameter 'integrationModule' is missing" },
  })
  expect(await api.post(`${path}/edit`, { integrationModule: { code: '' } })).toMatchObject({
    status: 400,
    body: { errorMsg: 'Errors in the entity format', errors: { code: expect.any(String) } },
  })
  expect(await api.get('/api/v5/no/such/method')).toMatchObject({
    status: 404,
    body: { errorMsg: 'API method not found' },
  })
  expect(await api.send('DELETE', path)).toMatchObject({ status: 405, body: { errorMsg: 'Method Not Allowed' } })
  expect(await api.get('/api/v5/integration-modules/nobody')).toMatchObject({
    status: 404,
    body: { success: false, errorMsg: 'Not found' },
  })
  for (const reply of [await api.get('/api/v5/no'), await api.get('/api/v5/%ff'), await api.get('/api/%')]) {
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.text).not.toMatch(/^</)
  }
})

it('[D-05] requires the scope of each method family, and limits a key of shops to these', async () => {
  const { text } = await system.fern.newKey({ scopes: ['integration_write'], sites: ['fern-garden'] })
  const api = system.fern.stranger.with({ 'x-api-key': text })
  expect((await api.get(path)).status).toBe(403)
  const telephony = {
    externalPhones: [
      { siteCode: 'fern-garden', externalPhone: '1' },
      { siteCode: 'fern-online', externalPhone: '2' },
    ],
  }
  const reply = await api.post('/api/v5/integration-modules/sited/edit', {
    integrationModule: { code: 'sited', integrations: { telephony } },
  })
  expect(reply.body).toMatchObject({ info: { notExistSiteCodes: ['fern-online'] } })
  expect((await api.get('/api/credentials')).body).toMatchObject({
    siteAccess: 'access_selective',
    sitesAvailable: ['fern-garden'],
    scopes: ['integration_write'],
  })
})

it('[D-06] returns versions, the scopes of a key in the form modules expect, and the account URL without a key', async () => {
  const { api, stranger } = system.fern
  expect((await api.get('/api/api-versions')).body).toEqual({ success: true, versions: ['3.0', '4.0', '5.0'] })
  for (const address of ['/api/credentials', '/api/v5/credentials']) {
    const reply = (await api.get(address)).body as { credentials: string[]; scopes: string[] }
    expect(reply).toMatchObject({
      success: true,
      siteAccess: 'access_full',
      sitesAvailable: ['fern-garden', 'fern-online'],
      scopes: SCOPES,
    })
    for (const looked of [
      '/api/integration-modules/{code}',
      '/api/integration-modules/{code}/edit',
      '/api/payment/(updateInvoice|check)',
    ]) {
      expect(reply.credentials).toContain(looked)
    }
  }
  expect((await stranger.get('/api/system-info')).body).toEqual({
    success: true,
    systemVersion: VERSION,
    apiLevel: API_LEVEL,
    publicUrl: 'http://fern.test',
    technicalUrl: 'http://fern.test',
  })
})

const setLimits = async (limits: object) => {
  await inAccount(system.deps.db, system.kettle.accountId, (trx) =>
    trx
      .updateTable('account')
      .set({ limits: JSON.stringify(limits) })
      .execute(),
  )
  await expireCaches()
}
/** Counts the statuses of so many concurrent requests. */
const statuses = async (count: number, request: () => Promise<Reply>) => {
  const replies = await Promise.all(Array.from({ length: count }, request))
  return Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, its]) => [status, its.length]),
  )
}

it('[D-07] allows a key 10 requests a second, 40 to telephony, and a transport 100, or the figures of the account', async () => {
  const { api } = system.kettle
  const transport = await connectTransport(system.kettle, 'limited', 'http://127.0.0.1:9/hook')
  await api.post('/api/v5/integration-modules/limited-pbx/edit', {
    integrationModule: { code: 'limited-pbx', integrations: { telephony: {} } },
  })
  const [credentials, manager, channels] = [
    () => api.get('/api/credentials'),
    () => api.get('/api/v5/telephony/manager', { phone: '+12025550100' }),
    () => transport.call('GET', '/channels'),
  ]
  await setLimits({})
  // A second that does not end while the test counts, however busy the machine is.
  const { rateLimit } = system.deps
  system.deps.rateLimit = (bucket, points) => rateLimit(bucket, points, 3_600)
  try {
    expect(await statuses(15, credentials)).toEqual({ 200: 10, 503: 5 })
    expect(await statuses(45, manager)).toEqual({ 200: 40, 503: 5 })
    expect(await statuses(105, channels)).toEqual({ 200: 100, 429: 5 })
    await setLimits({ api: 3, telephony: 4, transport: 5 })
    expect(await statuses(6, credentials)).toEqual({ 200: 3, 503: 3 })
    expect(await statuses(6, manager)).toEqual({ 200: 4, 503: 2 })
    expect(await statuses(6, channels)).toEqual({ 200: 5, 429: 1 })
  } finally {
    system.deps.rateLimit = rateLimit
  }
})

it('[D-07] answers 503, or 429 to a transport, with Retry-After, and serves again a second later', async () => {
  const { api } = system.kettle
  await setLimits({})
  const transport = await connectTransport(system.kettle, 'hasty', 'http://127.0.0.1:9/hook')
  await setLimits({ api: 1, transport: 1 })
  const [credentials, channels] = [() => api.get('/api/credentials'), () => transport.call('GET', '/channels')]
  /** A busy machine may need a second for a request, so this repeats until one is rejected. */
  const refusal = (request: () => Promise<Reply>) =>
    vi.waitFor(async () => {
      const refused = (await Promise.all([request(), request()])).find(({ status }) => status !== 200)
      return refused ?? expect.fail('nothing was refused')
    }, 10_000)
  const headers = { 'retry-after': '1' }
  expect(await refusal(credentials)).toMatchObject({
    status: 503,
    headers,
    body: {
      success: false,
      errorMsg: 'Rate limit exceeded',
      errors: { apiKey: expect.stringContaining('may send 1 such requests a second. An administrator') },
    },
  })
  expect(await refusal(channels)).toMatchObject({
    status: 429,
    headers,
    body: { errors: [expect.stringMatching(/^token: may send 1 requests a second/), 'Rate limit exceeded'] },
  })
  await expect.poll(async () => (await credentials()).status).toBe(200)
  await expect.poll(async () => (await channels()).status).toBe(200)
})

it('[D-08] finds the account by its host name, and rejects a key of another host', async () => {
  const { fern, kettle } = system
  expect((await kettle.stranger.with({ 'x-api-key': fern.apiKey }).get(path)).status).toBe(403)
  expect((await fern.stranger.with({ host: 'nobody.test' }).get('/api/system-info')).body).toMatchObject({
    success: false,
    errorMsg: 'Account does not exist.',
  })
})

it('[D-08] accepts any host on an installation with one account', async () => {
  const alone = await startSystem({ accounts: ['fern'] })
  try {
    const { stranger, apiKey } = alone.fern
    expect((await stranger.with({ host: 'localhost:8080' }).get('/api/credentials', { apiKey })).status).toBe(200)
  } finally {
    await alone.close()
  }
})

it('[D-08] answers at the new host and at the old one after the account has moved', async () => {
  await changeAddress(system.deps, system.fern.accountId, 'https://new.fern.test')
  await expireCaches()
  for (const host of ['fern.test', 'new.fern.test']) {
    expect((await system.fern.stranger.with({ host }).get('/api/system-info')).body).toMatchObject({
      publicUrl: 'https://new.fern.test',
    })
  }
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const path = (code: string) => `/api/v5/integration-modules/${code}`

const full = (code: string) => ({
  code,
  integrationCode: 'pbx',
  active: true,
  name: 'Our exchange',
  logo: 'https://pbx.test/logo.svg',
  clientId: `client-of-${code}`,
  accountUrl: 'https://pbx.test/account',
  baseUrl: 'https://pbx.test',
  actions: { activity: '/activity' },
  availableCountries: ['SE', 'IT'],
  integrations: {
    telephony: {
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      personalAccountUrl: 'https://pbx.test/me',
      allowEdit: true,
      inputEventSupported: true,
      outputEventSupported: false,
      hangupEventSupported: true,
      additionalCodes: [{ userId: String(system.fern.userIds.bruno), code: '102' }],
      externalPhones: [{ siteCode: 'fern-online', externalPhone: '+46850000000' }],
    },
    payment: {
      actions: { create: '/pay/create', refund: '/pay/refund' },
      currencies: ['EUR'],
      invoiceTypes: ['link'],
      shops: [{ code: 's1', name: 'Main', active: true }],
      idempotent: false,
    },
  },
})

const register = (code: string, integrationModule: object) =>
  system.fern.api.post(`${path(code)}/edit`, { integrationModule })
const read = async (code: string): Promise<{ integrationModule: Record<string, unknown> }> =>
  (await system.fern.api.get(path(code))).body

it('[M-01][M-03] creates a module with a new code, and answers 201 with success', async () => {
  expect((await system.fern.api.get(path('pbx-new'))).status).toBe(404)
  const reply = await register('pbx-new', { code: 'pbx-new', name: 'New' })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ success: true })
  expect((await read('pbx-new')).integrationModule).toMatchObject({ code: 'pbx-new', name: 'New', active: true })
})

it('[M-02][M-03] updates the module with a known code, and answers 201 too', async () => {
  await register('pbx-two', { code: 'pbx-two', name: 'Before', clientId: 'a' })
  const reply = await register('pbx-two', { code: 'pbx-two', name: 'After' })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ success: true })
  // Absent members stay unchanged.
  expect((await read('pbx-two')).integrationModule).toMatchObject({ name: 'After', clientId: 'a' })
})

it('[M-02] creates one module of twenty concurrent registrations', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => register('pbx-race', { code: 'pbx-race', name: `Try ${n}` })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
  const secrets = replies.map(({ body }) => (body as { info: { signature?: object } }).info.signature).filter(Boolean)
  expect(secrets).toHaveLength(1)
  const admin = await system.fern.signIn('ada')
  const { modules } = (await admin.get('/workspace/modules')).body as { modules: { code: string }[] }
  expect(modules.filter(({ code }) => code === 'pbx-race')).toHaveLength(1)
})

it('[M-04] accepts apiKey and integrationModule as parameters of the query, a form or JSON', async () => {
  const { stranger, apiKey } = system.fern
  const integrationModule = { code: 'pbx-wire', name: 'Wire' }
  const fields = { apiKey, integrationModule }
  for (const reply of [
    await stranger.post(`${path('pbx-wire')}/edit`, fields),
    await stranger.postMultipart(`${path('pbx-wire')}/edit`, fields),
    await stranger.postJson(`${path('pbx-wire')}/edit`, fields),
    await stranger.postJson(`${path('pbx-wire')}/edit`, {
      apiKey,
      integrationModule: JSON.stringify(integrationModule),
    }),
    await stranger.post(`${path('pbx-wire')}/edit?apiKey=${apiKey}`, { integrationModule }),
  ]) {
    expect(reply.status, reply.text).toBe(201)
  }
})

it('[M-05] rejects a code that differs from the one in the path', async () => {
  const reply = await register('pbx-one', { code: 'pbx-other' })
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({
    success: false,
    errorMsg: 'Errors in the entity format',
    errors: { code: expect.stringContaining('pbx-one') },
  })
  expect((await system.fern.api.get(path('pbx-one'))).status).toBe(404)
  expect((await system.fern.api.get(path('pbx-other'))).status).toBe(404)
})

it('[M-06][D-12] stores every member of the interface, and returns it with clientId', async () => {
  const { info } = (await register('pbx-full', full('pbx-full'))).body as { info: { signature: object } }
  expect(await read('pbx-full')).toEqual({
    success: true,
    // The key's own module, so its secret is shown (D-82).
    integrationModule: { ...full('pbx-full'), freeze: false, native: false, signature: info.signature },
  })
})

it('[M-07][D-60] accepts telephony, payment and chat transport in one module, with a token that stays', async () => {
  const module = {
    ...full('pbx-all'),
    integrations: { ...full('pbx-all').integrations, mgTransport: { webhookUrl: 'https://pbx.test/hook' } },
  }
  const first = (await register('pbx-all', module)).body as {
    info: { mgTransport: { endpointUrl: string; token: string } }
  }
  expect(first.info.mgTransport).toEqual({
    endpointUrl: 'http://fern.test',
    token: expect.stringMatching(/^.{40,100}$/),
  })
  const again = (await register('pbx-all', module)).body as typeof first
  expect(again.info.mgTransport.token).toBe(first.info.mgTransport.token)
  const { integrations } = (await read('pbx-all')).integrationModule as { integrations: Record<string, unknown> }
  expect(Object.keys(integrations).sort()).toEqual(['mgTransport', 'payment', 'telephony'])
  expect(integrations.mgTransport).toEqual({
    webhookUrl: 'https://pbx.test/hook',
    isActive: true,
    token: first.info.mgTransport.token,
  })
  const refreshed = (
    await register('pbx-all', {
      code: 'pbx-all',
      integrations: { mgTransport: { webhookUrl: 'https://pbx.test/hook', refreshToken: true } },
    })
  ).body as typeof first
  expect(refreshed.info.mgTransport.token).not.toBe(first.info.mgTransport.token)
})

it('[D-10] reports users and shops that do not exist, and still registers', async () => {
  const telephony = {
    additionalCodes: [
      { userId: 999_999, code: 1 },
      { userId: system.fern.userIds.ada, code: 101 },
    ],
    externalPhones: [
      { siteCode: 'nowhere', externalPhone: '1' },
      { siteCode: 'fern-garden', externalPhone: '2' },
    ],
  }
  const reply = await register('pbx-names', { code: 'pbx-names', integrations: { telephony } })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ info: { notExistUsersIds: [999_999], notExistSiteCodes: ['nowhere'] } })
  const { integrations } = (await read('pbx-names')).integrationModule as {
    integrations: { telephony: Record<string, unknown> }
  }
  expect(integrations.telephony.additionalCodes).toEqual([{ userId: String(system.fern.userIds.ada), code: '101' }])
  expect(integrations.telephony.externalPhones).toEqual([{ siteCode: 'fern-garden', externalPhone: '2' }])
})

it('[D-10] never returns info as an array, even when it is empty', async () => {
  await register('pbx-quiet', { code: 'pbx-quiet' })
  expect((await register('pbx-quiet', { code: 'pbx-quiet' })).body).toEqual({ success: true, info: {} })
})

it('[D-11] derives integrationCode from code, and requires code to start with it', async () => {
  await register('pbx-kind', { code: 'pbx-kind' })
  expect((await read('pbx-kind')).integrationModule).toMatchObject({ integrationCode: 'pbx-kind' })
  expect((await register('ozon-10', { code: 'ozon-10', integrationCode: 'ozon' })).status).toBe(201)
  const refused = await register('ozon-11', { code: 'ozon-11', integrationCode: 'amazon' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ errors: { code: 'Code prefix must match integrationCode' } })
})

it('[D-10] requires a baseUrl only with relative paths', async () => {
  expect(
    (
      await register('no-base', {
        code: 'no-base',
        integrations: { mgTransport: { webhookUrl: 'https://a.test/hook' } },
      })
    ).status,
  ).toBe(201)
  const refused = await register('no-base-2', { code: 'no-base-2', actions: { activity: '/activity' } })
  expect(refused.body).toMatchObject({ errors: { baseUrl: expect.stringContaining('relative') } })
  const elsewhere = await register('no-base-3', {
    code: 'no-base-3',
    baseUrl: 'https://a.test',
    actions: { activity: 'https://b.test/activity' },
  })
  expect(elsewhere.body).toMatchObject({ errors: { 'actions.activity': expect.any(String) } })
})

it('[D-35] rejects two users with one extension, and two extensions for one user', async () => {
  const { ada, bruno } = system.fern.userIds
  const telephony = (additionalCodes: object[]) =>
    register('pbx-ext', { code: 'pbx-ext', integrations: { telephony: { additionalCodes } } })
  expect(
    (
      await telephony([
        { userId: ada, code: 101 },
        { userId: bruno, code: 101 },
      ])
    ).status,
  ).toBe(400)
  expect(
    (
      await telephony([
        { userId: ada, code: 101 },
        { userId: ada, code: 102 },
      ])
    ).status,
  ).toBe(400)
  expect(
    (
      await telephony([
        { userId: ada, code: 101 },
        { userId: bruno, code: 102 },
      ])
    ).status,
  ).toBe(201)
})

it('reports every wrong field by its path in the request', async () => {
  const reply = await register('typo', {
    code: 'typo',
    logo: 'javascript:alert(1)',
    integrations: { telephony: { makeCallUrl: 'not an address' }, payment: { actions: { approve: '/a' } } },
  })
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({
    errors: {
      logo: expect.any(String),
      'integrations.telephony.makeCallUrl': expect.any(String),
      'integrations.payment.actions.create': 'is missing',
    },
  })
})

it('limits a key of one module to that module', async () => {
  const { text } = await system.fern.newKey({ scopes: ['integration_read', 'integration_write'], moduleCode: 'bound' })
  const api = system.fern.stranger.with({ 'x-api-key': text })
  expect((await api.post(`${path('bound')}/edit`, { integrationModule: { code: 'bound' } })).status).toBe(201)
  expect((await api.post(`${path('pbx-full')}/edit`, { integrationModule: { code: 'pbx-full' } })).status).toBe(403)
  expect((await api.get(path('pbx-full'))).status).toBe(404)
})

it('logs every registration in the Action Log, with the addresses that changed', async () => {
  await register('logged', { code: 'logged', baseUrl: 'https://before.test' })
  await register('logged', { code: 'logged', baseUrl: 'https://after.test' })
  const admin = await system.fern.signIn('ada')
  const { records } = (await admin.get('/workspace/action-log', { recordType: 'Integration modules' })).body as {
    records: Record<string, unknown>[]
  }
  expect(records.filter(({ subject }) => subject === 'logged')).toMatchObject([
    {
      action: 'module.changed',
      detail: { addresses: { before: { baseUrl: 'https://before.test' }, after: { baseUrl: 'https://after.test' } } },
    },
    { action: 'module.registered' },
  ])
})

it('[D-80] keeps the extensions and numbers that an administrator set when a registration leaves them out; [] clears', async () => {
  const { ada, bruno } = system.fern.userIds
  const telephony = { allowEdit: true, additionalCodes: [{ userId: ada, code: '101' }] }
  await register('pbx-kept', { code: 'pbx-kept', integrations: { telephony } })
  const admin = await system.fern.signIn('ada')
  const set = {
    additionalCodes: [{ userId: bruno, code: '202' }],
    externalPhones: [{ siteCode: 'fern-garden', externalPhone: '+46850000001' }],
  }
  expect((await admin.postJson('/workspace/modules/pbx-kept/telephony', set)).status).toBe(200)
  const settings = async () =>
    ((await admin.get('/workspace/modules/pbx-kept/telephony')).body as { settings: object }).settings
  expect(
    (await register('pbx-kept', { code: 'pbx-kept', integrations: { telephony: { allowEdit: true } } })).status,
  ).toBe(201)
  expect(await settings()).toMatchObject(set)
  const event = { phone: '+12025550199', type: 'in', codes: ['202'], callExternalId: 'kept-1' }
  const answer = await system.fern.api.post('/api/v5/telephony/call/event', { event, clientId: '' })
  expect(answer.body).toEqual({ success: true })
  await register('pbx-kept', { code: 'pbx-kept', integrations: { telephony: { allowEdit: true, externalPhones: [] } } })
  expect(await settings()).toMatchObject({ ...set, externalPhones: [] })
  await register('pbx-kept', {
    code: 'pbx-kept',
    integrations: { telephony: { allowEdit: true, additionalCodes: [], externalPhones: null } },
  })
  expect(await settings()).toMatchObject({ additionalCodes: [], externalPhones: [] })
})

it('warns about a typo and about an address that is not called, and registers all the same', async () => {
  const telephony = { makeCallURL: 'https://pbx.test/call', changeUserStatusUrl: 'http://10.0.0.7/status' }
  const reply = await register('pbx-typo', {
    code: 'pbx-typo',
    baseUrl: 'http://192.168.1.5',
    integrations: { telephony },
  })
  expect(reply.status).toBe(201)
  const { warnings } = reply.body as { warnings: string[] }
  expect(warnings).toEqual([
    'integrationModule.integrations.telephony.makeCallURL is not kept: there is no such member here',
    expect.stringMatching(
      /^baseUrl: http:\/\/192\.168\.1\.5 will not be called: it is not a public address \(private\)/,
    ),
    expect.stringMatching(
      /^integrations\.telephony\.changeUserStatusUrl: http:\/\/10\.0\.0\.7\/status will not be called/,
    ),
  ])
})

it('[D-23] refuses a clientId that another module has, by name; the module that has it may register again', async () => {
  const own = { code: 'pbx-own', clientId: 'one-of-a-kind' }
  expect((await register('pbx-own', own)).status).toBe(201)
  expect((await register('pbx-own', own)).status).toBe(201)
  const second = await register('pbx-second', { code: 'pbx-second', clientId: 'one-of-a-kind' })
  expect(second).toMatchObject({
    status: 400,
    body: {
      errorMsg:
        'The clientId "one-of-a-kind" is already used by the module pbx-own. Each module needs its own clientId',
    },
  })
  expect((await system.fern.api.get('/api/v5/integration-modules/pbx-second')).status).toBe(404)
})

it('[D-23] of twelve modules that register one new clientId at the same time, each with its own key, one gets it', async () => {
  const scopes = ['integration_write'] as const
  // One key registers one module after another; keys of their own do not wait for each other.
  const keys = await Promise.all(
    Array.from({ length: 12 }, (_, n) => system.fern.newKey({ scopes, moduleCode: `pbx-same-${n}` })),
  )
  const replies = await Promise.all(
    keys.map(({ text }, n) => {
      const integrationModule = { code: `pbx-same-${n}`, clientId: 'wanted-by-all' }
      const key = system.fern.stranger.with({ 'x-api-key': text })
      return key.post(`${path(integrationModule.code)}/edit`, { integrationModule })
    }),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(400)])
  for (const { text } of replies.filter(({ status }) => status === 400)) expect(text).toContain('is already used by')
})

it('warns about a name that has no address or a private one, and registers all the same', async () => {
  const telephony = { makeCallUrl: 'http://no-such-name.invalid/call' }
  const reply = await register('pbx-names', { code: 'pbx-names', integrations: { telephony } })
  expect(reply.status).toBe(201)
  expect((reply.body as { warnings: string[] }).warnings).toEqual([
    expect.stringContaining('the name no-such-name.invalid has no address'),
  ])
})

it('[D-04] says what was looked for, and keeps the text that clients compare', async () => {
  const missing = await system.fern.api.get('/api/v5/orders/A-17', { site: 'fern-online' })
  expect(missing).toMatchObject({
    status: 404,
    body: {
      success: false,
      errorMsg: 'Not found',
      errors: { externalId: 'Order with externalId "A-17" in shop "fern-online" not found' },
    },
  })
  const module = await system.fern.api.get('/api/v5/integration-modules/nobody')
  expect(module.body).toMatchObject({ errorMsg: 'Not found', errors: { code: 'Module with code "nobody" not found' } })
})

it('explains patterns in words', async () => {
  const payment = { actions: { create: 'https://bank.test/create' }, currencies: ['euro'] }
  const reply = await register('pbx-words', { code: 'my code', logo: 'logo.png', integrations: { payment } })
  expect(reply.body).toMatchObject({
    errors: {
      code: 'may have only letters, digits, ".", "-" and "_", and begins with a letter or a digit',
      logo: 'must be an absolute URL that begins with http:// or https://',
      'integrations.payment.actions.create': 'must be a path under baseUrl, such as /create, not a URL',
      'integrations.payment.currencies.0': 'must be a currency of ISO 4217 in capitals, such as EUR',
    },
  })
})

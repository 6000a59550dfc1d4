import { createHmac } from 'node:crypto'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let module: Receiver
let admin: Awaited<ReturnType<System['fern']['signIn']>>
beforeAll(async () => {
  system = await startSystem()
  module = await startReceiver()
  admin = await system.fern.signIn('ada')
})
afterAll(async () => {
  await system.close()
  await module.close()
})

type Register = { token: string; apiKey: string; systemUrl: string }
const SECRET = 'the secret that the module shares with systems that may connect it'

beforeEach(() => {
  module.received.length = 0
  module.answer(({ path }, response) => {
    if (path === '/config')
      json(response, 200, {
        success: true,
        scopes: ['integration_read', 'integration_write', 'telephony_write', 'dream_read'],
        registerUrl: `${module.url}/register`,
      })
    else json(response, 201, { success: true, accountUrl: `${module.url}/account` })
  })
})

const scopes = ['integration_read', 'integration_write', 'telephony_write']
const connect = () =>
  admin.postJson('/workspace/module-connections', { registerUrl: `${module.url}/register`, secret: SECRET, scopes })
const handedOver = (): Register => JSON.parse(module.received.at(-1)?.form.get('register') ?? '{}')

it('[D-14] reads the scopes of a module, and reports unknown ones', async () => {
  const reply = await admin.postJson('/workspace/module-connections/preview', { configUrl: `${module.url}/config` })
  expect(reply.body).toEqual({
    success: true,
    scopes,
    unknownScopes: ['dream_read'],
    registerUrl: `${module.url}/register`,
    connected: [],
  })
})

it('[D-14] sends the module a working key, with proof that we know its secret', async () => {
  const reply = await connect()
  expect(reply.body).toEqual({ success: true, keyId: expect.any(String), accountUrl: `${module.url}/account` })
  const { token, apiKey, systemUrl } = handedOver()
  expect(token).toBe(createHmac('sha256', SECRET).update(apiKey).digest('hex'))
  expect(systemUrl).toBe('http://fern.test')
  const registered = await system.fern.stranger.post('/api/v5/integration-modules/easy/edit', {
    apiKey,
    integrationModule: { code: 'easy' },
  })
  expect(registered.status).toBe(201)
})

it('[D-14] deletes the key when the module does not accept it', async () => {
  module.answer((_received, response) =>
    json(response, 400, { success: false, errorMsg: 'Your plan has no such module' }),
  )
  const reply = await connect()
  expect(reply).toMatchObject({
    status: 502,
    body: { success: false, errorMsg: expect.stringContaining('Your plan has no such module') },
  })
  expect((await system.fern.stranger.get('/api/credentials', { apiKey: handedOver().apiKey })).status).toBe(403)
})

it('[D-14] reports what is wrong with an address: unreachable, internal, or not a module', async () => {
  const preview = (configUrl: string) => admin.postJson('/workspace/module-connections/preview', { configUrl })
  expect(await preview('http://127.0.0.1:9/config')).toMatchObject({
    status: 502,
    body: { errorCode: 'module_unreachable' },
  })
  expect(await preview('http://169.254.169.254/latest')).toMatchObject({
    status: 400,
    body: { errorCode: 'url_refused', errorMsg: expect.stringContaining('not a public address') },
  })
  module.answer((_received, response) => void response.end('<html>'))
  expect(await preview(`${module.url}/config`)).toMatchObject({
    status: 502,
    body: { errorCode: 'module_answer_invalid' },
  })
})

it('[D-14] lets a module change its scopes within the granted ones, never more', async () => {
  await connect()
  const { apiKey } = handedOver()
  const ask = (key: string, wanted: string[]) =>
    system.fern.stranger.post('/api/v5/integration-modules/chosen/update-scopes', {
      apiKey: key,
      requires: { scopes: wanted },
    })
  await system.fern.stranger.post('/api/v5/integration-modules/chosen/edit', {
    apiKey,
    integrationModule: { code: 'chosen' },
  })
  const greedy = await ask(apiKey, ['integration_write', 'payments_write'])
  expect(greedy).toMatchObject({
    status: 403,
    body: { success: false, errorMsg: expect.stringContaining('payments_write') },
  })
  const reply = await ask(apiKey, ['integration_write'])
  expect(reply).toMatchObject({ status: 200, body: { success: true, apiKey: expect.any(String) } })
  const next = (reply.body as { apiKey: string }).apiKey
  expect((await system.fern.stranger.get('/api/credentials', { apiKey: next })).body).toMatchObject({
    scopes: ['integration_write'],
  })
  expect((await ask(next, scopes)).status).toBe(200)
})

it('[D-14] rejects update-scopes from a module that was not connected in one step, and from another module', async () => {
  await system.fern.api.post('/api/v5/integration-modules/by-hand/edit', { integrationModule: { code: 'by-hand' } })
  const byHand = await system.fern.api.post('/api/v5/integration-modules/by-hand/update-scopes', {
    requires: { scopes: [] },
  })
  expect(byHand).toMatchObject({ status: 400, body: { success: false, errorMsg: 'Not enabled simple connection' } })
  await connect()
  const { apiKey } = handedOver()
  const foreign = await system.fern.stranger.post('/api/v5/integration-modules/by-hand/update-scopes', {
    apiKey,
    requires: { scopes: [] },
  })
  expect(foreign.status).toBe(403)
})

it('[D-14] binds the key of a one-step connection to the first module that registers with it', async () => {
  await system.fern.api.post('/api/v5/integration-modules/rich/edit', {
    integrationModule: { code: 'rich', integrations: { mgTransport: { webhookUrl: 'https://rich.test/hook' } } },
  })
  await connect()
  const { apiKey } = handedOver()
  const edit = (code: string) =>
    system.fern.stranger.post(`/api/v5/integration-modules/${code}/edit`, { apiKey, integrationModule: { code } })
  expect(await edit('rich')).toMatchObject({ status: 403, body: { errorCode: 'module_of_other_key' } })
  expect((await edit('mine')).status).toBe(201)
  expect((await edit('mine')).status).toBe(201)
  expect(await edit('second')).toMatchObject({ status: 403, body: { errorCode: 'key_of_other_module' } })
})

it('[D-83] says that a module is connected only when it has registered with the key', async () => {
  const { keyId } = (await connect()).body as { keyId: string }
  const state = async () => (await admin.get(`/workspace/module-connections/${keyId}`)).body
  expect(await state()).toEqual({ success: true })
  await system.fern.stranger.post('/api/v5/integration-modules/slow/edit', {
    apiKey: handedOver().apiKey,
    integrationModule: { code: 'slow', name: 'Slow one' },
  })
  expect(await state()).toEqual({ success: true, module: { code: 'slow', name: 'Slow one' } })
})

it('[D-83] a new connection takes a module over: the old key ends when the module registers with the new one', async () => {
  const edit = (apiKey: string, code: string) =>
    system.fern.stranger.post(`/api/v5/integration-modules/${code}/edit`, {
      apiKey,
      integrationModule: { code, baseUrl: module.url },
    })
  const works = async (apiKey: string) => (await system.fern.stranger.get('/api/credentials', { apiKey })).status
  await connect()
  const old = handedOver().apiKey
  expect((await edit(old, 'moved')).status).toBe(201)
  const preview = await admin.postJson('/workspace/module-connections/preview', { configUrl: `${module.url}/config` })
  expect(preview.body).toMatchObject({ connected: [{ code: 'moved' }] })
  await connect()
  const next = handedOver().apiKey
  expect(await works(old)).toBe(200)
  expect((await edit(old, 'moved')).status).toBe(201)
  expect((await edit(next, 'moved')).status).toBe(201)
  expect(await works(old)).toBe(403)
  expect(await works(next)).toBe(200)
  const { records } = (await admin.get('/workspace/action-log', { recordType: 'API keys' })).body as {
    records: { action: string; detail: object }[]
  }
  expect(records.find(({ action }) => action === 'api-key.replaced')?.detail).toMatchObject({ module: 'moved' })
})

it('[D-83] a connection to another host takes nothing over, and the key of the module goes on', async () => {
  const { text } = await system.fern.newKey({ scopes: ['integration_write'] })
  const owner = system.fern.stranger.with({ 'x-api-key': text })
  const integrationModule = { code: 'elsewhere', baseUrl: 'https://elsewhere.test' }
  expect((await owner.post('/api/v5/integration-modules/elsewhere/edit', { integrationModule })).status).toBe(201)
  await connect()
  const stolen = await system.fern.stranger.post('/api/v5/integration-modules/elsewhere/edit', {
    apiKey: handedOver().apiKey,
    integrationModule: { code: 'elsewhere', baseUrl: module.url, rotateSecret: true },
  })
  expect(stolen).toMatchObject({ status: 403, body: { errorCode: 'module_of_other_key' } })
  expect((await owner.post('/api/v5/integration-modules/elsewhere/edit', { integrationModule })).status).toBe(201)
})

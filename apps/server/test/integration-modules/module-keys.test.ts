import { SCOPES } from '@patchbay/contract/base/scopes'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moduleOf, order } from '../support/payment-cast.ts'
import { type Another, type System, startAnother, startSystem } from '../support/system.ts'

// What a key does before its module registers, and what ends with it.

let system: System
let second: Another
let module: Receiver
let bank: Bank
let admin: HttpClient
let other: HttpClient
let otherChannel: number
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  second = await startAnother(system)
  module = await startReceiver()
  module.answer((_received, response) => json(response, 201, { success: true }))
  bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  admin = await system.fern.signIn('ada')
  other = withKey((await system.fern.newKey({ scopes: SCOPES, moduleCode: 'other' })).text)
  const { transportToken } = await register(other, 'other', { clientId: 'client-of-other' })
  const wire = system.fern.stranger.with({ 'x-transport-token': transportToken ?? '' })
  const channel = await wire.postJson('/api/transport/v1/channels', { type: 'custom', settings: {} })
  otherChannel = (channel.body as { id: number }).id
  const template = { code: 'hello', name: 'Hello', type: 'text', body: 'Hello' }
  const made = await wire.postJson(`/api/transport/v1/channels/${otherChannel}/templates`, template)
  expect(made.status, made.text).toBe(200)
})
afterAll(async () => {
  await second.close()
  await system.close()
  await module.close()
  await bank.close()
})

const withKey = (apiKey: string): HttpClient => system.fern.stranger.with({ 'x-api-key': apiKey })

type Registered = { info: { signature?: { secret: string }; mgTransport?: { token: string } } }

/** An exchange, a bank and a messenger at once. */
const register = async (api: HttpClient, code: string, more: object = {}, refreshToken = false) => {
  const { integrations, ...rest } = moduleOf(code, bank.url)
  const telephony = { allowEdit: true, additionalCodes: [{ userId: system.fern.userIds.ada, code: '100' }] }
  const mgTransport = { webhookUrl: 'https://chat.test/hook', ...(refreshToken && { refreshToken }) }
  const integrationModule = { ...rest, ...more, integrations: { ...integrations, telephony, mgTransport } }
  const reply = await api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  const { info } = reply.body as Partial<Registered>
  return { status: reply.status, errorMsg: reply.text, transportToken: info?.mgTransport?.token }
}

const connect = async (): Promise<string> => {
  const registerUrl = `${module.url}/register`
  const reply = await admin.postJson('/workspace/module-connections', { registerUrl, secret: 's', scopes: SCOPES })
  expect(reply.status, reply.text).toBe(200)
  return JSON.parse(module.received.at(-1)?.form.get('register') ?? '{}').apiKey
}

const byHand = async (more: object): Promise<{ id: string; apiKey: string }> => {
  const reply = await admin.postJson('/workspace/api-keys', { name: 'By hand', scopes: SCOPES, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { id: string; apiKey: string }
}

const keysOf = async () =>
  (
    (await admin.get('/workspace/api-keys')).body as {
      apiKeys: { id: string; forModule: boolean; modules: string[] }[]
    }
  ).apiKeys

const event = { phone: '+12025550111', type: 'in', codes: ['100'] }
const call = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550111', result: 'answered' }

/** What belongs to a module, asked for with a key: the statuses, and what it saw of the module's templates. */
const useModule = async (api: HttpClient, code: string, externalId: string) => {
  const clientId = `client-of-${code}`
  const { paymentId } = await order(system.fern, `${code}-main`)
  const { paymentId: another } = await order(system.fern, `${code}-main`)
  const invoice = { paymentId: another, amount: 100, currency: 'USD', status: 'succeeded', externalId }
  const replies = [
    await api.get(`/api/v5/integration-modules/${code}`),
    await api.post('/api/v5/telephony/call/event', { event: { ...event, callExternalId: externalId }, clientId }),
    await api.post('/api/v5/telephony/calls/upload', { calls: [{ ...call, externalId }], clientId }),
    await api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } }),
    await api.post('/api/v5/payment/invoice/import', { invoice }),
  ]
  const templates = await api.get('/api/v5/reference/mg-channels/templates')
  const channels = await api.get('/api/v5/reference/mg-channels')
  return {
    statuses: replies.map(({ status }) => status),
    text: replies.map(({ text }) => text).join('\n'),
    templates: (templates.body as { templates: { mgChannelId: number }[] }).templates,
    channels: (channels.body as { mgChannels: { id: number }[] }).mgChannels.map(({ id }) => id),
  }
}

it.for([
  ['of a one-step connection', 'stepped', connect],
  ['that an administrator made for a module', 'handed', async () => (await byHand({ forModule: true })).apiKey],
] as const)(
  '[D-161] a key %s uses no other module before its own registers, and its own afterwards',
  async ([_which, code, make]) => {
    const api = withKey(await make())
    const before = await useModule(api, 'other', `early-${code}`)
    expect(before).toMatchObject({ statuses: [404, 403, 403, 403, 403], templates: [], channels: [] })
    expect(before.text).not.toContain('chat.test')
    expect(before.text).toContain('has not registered yet')
    expect((await api.get('/api/v5/customers')).status).toBe(403)
    expect((await register(api, 'other')).errorMsg).toContain('registered with another API key')

    expect((await register(api, code)).status).toBe(201)
    expect(await useModule(api, code, `own-${code}`)).toMatchObject({
      statuses: [200, 200, 200, 200, 201],
      templates: [],
    })
    const after = await useModule(api, 'other', `late-${code}`)
    expect(after).toMatchObject({ statuses: [404, 400, 400, 403, 403], templates: [], channels: [] })
  },
)

it('[D-161] before it registers, a module reads what it registers with', async () => {
  const api = withKey(await connect())
  const paths = [
    '/api/api-versions',
    '/api/credentials',
    '/api/v5/settings',
    '/api/v5/users',
    `/api/v5/users/${system.fern.userIds.ada}`,
    '/api/v5/user-groups',
    ...['sites', 'payment-types', 'payment-statuses', 'statuses', 'countries'].map(
      (list) => `/api/v5/reference/${list}`,
    ),
  ]
  for (const path of paths) expect((await api.get(path)).status, path).toBe(200)
  // Not registered yet is not the same as refused: modules look for themselves first.
  for (const own of ['/api/v5/integration-modules/', '/api/v4/telephony/setting/', '/api/v3/telephony/setting/']) {
    expect([own, (await api.get(`${own}future`)).status]).toEqual([own, 404])
    expect([own, (await api.get(`${own}other`)).status]).toEqual([own, 404])
  }
})

it('[D-161] a registered module goes on at once at a process that has just seen its key without a module', async () => {
  const apiKey = await connect()
  const elsewhere = createHttpClient(second.origin, { host: 'fern.test', 'x-api-key': apiKey })
  const report = async (callExternalId: string) => {
    const body = { event: { ...event, callExternalId }, clientId: 'client-of-quick' }
    return (await elsewhere.post('/api/v5/telephony/call/event', body)).status
  }
  expect(await report('too-early')).toBe(403)
  expect((await register(withKey(apiKey), 'quick')).status).toBe(201)
  expect(await report('in-time')).toBe(200)
})

it('[D-161] a key for scripts acts for every module; one for a module keeps its mark when it is replaced', async () => {
  const script = await byHand({})
  const seen = await useModule(withKey(script.apiKey), 'other', 'script')
  expect(seen).toMatchObject({ statuses: [200, 200, 200, 200, 201], channels: [otherChannel] })
  expect(seen.templates).toMatchObject([{ mgChannelId: otherChannel }])
  const waiting = await byHand({ forModule: true })
  const rotated = await admin.postJson(`/workspace/api-keys/${waiting.id}/rotate`, {})
  const next = rotated.body as { id: string; apiKey: string }
  expect((await withKey(next.apiKey).get('/api/v5/customers')).status).toBe(403)
  const marks = new Map((await keysOf()).map(({ id, forModule }) => [id, forModule]))
  expect([script.id, waiting.id, next.id].map((id) => marks.get(id))).toEqual([false, true, true])
})

const askScopes = (apiKey: string, code: string, headers: Record<string, string> = {}) =>
  withKey(apiKey)
    .with(headers)
    .post(`/api/v5/integration-modules/${code}/update-scopes`, { requires: { scopes: ['integration_write'] } })
const replaced = { status: 403, body: { errorCode: 'key_replaced' } }

it('[D-162] a key that was replaced makes no successor that stays', async () => {
  const old = await connect()
  await register(withKey(old), 'leaky')
  const next = await replace(keyIdOf(old))
  expect(await askScopes(old, 'leaky')).toMatchObject(replaced)
  expect((await withKey(old).get('/api/credentials')).status).toBe(200)
  const first = await askScopes(next, 'leaky', { 'idempotency-key': 'once' })
  expect(first.status, first.text).toBe(200)
  // Its answer may have been lost.
  expect((await askScopes(next, 'leaky', { 'idempotency-key': 'once' })).body).toEqual(first.body)
  expect(await askScopes(next, 'leaky')).toMatchObject(replaced)
  expect((await askScopes((first.body as { apiKey: string }).apiKey, 'leaky')).status).toBe(200)
})

it('[D-162] of two requests for other scopes at the same moment one gets a key', async () => {
  const apiKey = await connect()
  await register(withKey(apiKey), 'eager')
  const replies = await Promise.all(Array.from({ length: 6 }, () => askScopes(apiKey, 'eager')))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403])
})

const keyIdOf = (apiKey: string): string => /^pb_([a-z0-9]{8})_/.exec(apiKey)?.[1] ?? expect.fail(apiKey)
const keyOf = async (apiKey: string) => (await keysOf()).find(({ id }) => id === keyIdOf(apiKey)) ?? expect.fail(apiKey)

/** A key of a one-step connection that two modules have registered with. */
const connectPair = async (one: string, other: string): Promise<string> => {
  const apiKey = await connect()
  expect((await register(withKey(apiKey), one)).status).toBe(201)
  await admin.postJson(`/workspace/api-keys/${keyIdOf(apiKey)}/several-modules`, {})
  expect((await register(withKey(apiKey), other)).status).toBe(201)
  return apiKey
}

it('[D-14] of the modules that share a key one gets another, and the key goes on for the rest', async () => {
  const shared = await connectPair('pair-a', 'pair-b')
  const first = await askScopes(shared, 'pair-a', { 'idempotency-key': 'pair' })
  expect(first.status, first.text).toBe(200)
  const own = (first.body as { apiKey: string }).apiKey
  expect(await keyOf(own)).toMatchObject({ modules: ['pair-a'], severalModules: false })
  expect(await keyOf(shared)).toMatchObject({ modules: ['pair-b'] })
  expect(await keyOf(shared)).not.toHaveProperty('expiresAt')
  const keyOfModule = async (code: string) =>
    ((await admin.get(`/workspace/modules/${code}`)).body as { module: { apiKeyId?: string } }).module.apiKeyId
  expect([await keyOfModule('pair-a'), await keyOfModule('pair-b')]).toEqual([keyIdOf(own), keyIdOf(shared)])
  // Its answer may have been lost.
  expect((await askScopes(shared, 'pair-a', { 'idempotency-key': 'pair' })).body).toEqual(first.body)
  expect((await register(withKey(shared), 'pair-a')).errorMsg).toContain('registered with another API key')
  expect((await register(withKey(own), 'pair-a')).status).toBe(201)

  expect((await register(withKey(shared), 'pair-b')).status).toBe(201)
  expect((await askScopes(shared, 'pair-b')).status).toBe(200)
  expect(await keyOf(shared)).toHaveProperty('expiresAt')
})

it('[D-14] of several requests for other scopes with a shared key one gets a key for its module', async () => {
  const shared = await connectPair('hasty-a', 'hasty-b')
  const replies = await Promise.all(Array.from({ length: 6 }, () => askScopes(shared, 'hasty-a')))
  const [, ...refused] = replies.toSorted((one, other) => one.status - other.status)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const reply of refused) expect(reply).toMatchObject({ status: 403, body: { errorCode: 'access_denied' } })
  expect((await keysOf()).filter(({ modules }) => modules.includes('hasty-a'))).toHaveLength(1)
  expect(await keyOf(shared)).toMatchObject({ modules: ['hasty-b'] })
})

type Shown = { signature?: { secret: string }; integrations: { mgTransport: { token?: string } } }
const secretsSeenBy = async (api: HttpClient, code: string) => {
  const reply = await api.get(`/api/v5/integration-modules/${code}`)
  expect(reply.status, reply.text).toBe(200)
  const { signature, integrations } = (reply.body as { integrationModule: Shown }).integrationModule
  return { secret: signature?.secret, token: integrations.mgTransport.token }
}
const nothing = { secret: undefined, token: undefined }
const replace = async (id: string): Promise<string> => {
  const reply = await admin.postJson(`/workspace/api-keys/${id}/rotate`, {})
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { apiKey: string }).apiKey
}
const newSecretOf = async (code: string) => {
  const reply = await admin.postJson(`/workspace/modules/${code}/signing-secret`, {})
  const { secret, transportToken } = reply.body as { secret: string; transportToken: string }
  return { secret, token: transportToken }
}

it('[D-162] a key that was replaced gets no secret or token any more, and its module goes on with it', async () => {
  const own = await byHand({ forModule: true })
  const [old, code] = [withKey(own.apiKey), 'leaked']
  const { transportToken } = await register(old, code)
  expect(await secretsSeenBy(old, code)).toMatchObject({ secret: expect.any(String), token: transportToken })
  const next = withKey(await replace(own.id))
  for (const made of [undefined, await newSecretOf(code)]) {
    expect(await secretsSeenBy(old, code)).toEqual(nothing)
    const again = await register(old, code)
    expect(again).toMatchObject({ status: 201, transportToken: undefined })
    expect(again.errorMsg).not.toMatch(/whsec_|"token"/)
    expect(await register(old, code, { rotateSecret: true })).toMatchObject({
      status: 403,
      errorMsg: expect.stringContaining('key_replaced'),
    })
    expect(await register(old, code, {}, true)).toMatchObject({
      status: 403,
      errorMsg: expect.stringContaining('key_replaced'),
    })
    if (made) expect(await secretsSeenBy(next, code)).toEqual(made)
  }
  const report = { event: { ...event, callExternalId: 'overlap' }, clientId: `client-of-${code}` }
  expect((await old.post('/api/v5/telephony/call/event', report)).status).toBe(200)
  const { token } = await secretsSeenBy(next, code)
  expect([await tokenWorks(transportToken), await tokenWorks(token)]).toEqual([false, true])
  expect((await register(next, code)).transportToken).toBe(token)
})

it('[D-162] a key that was replaced before its module registered, or after that was deleted, registers none', async () => {
  const waiting = await byHand({ forModule: true })
  await replace(waiting.id)
  const refused = { status: 403, errorMsg: expect.stringContaining('key_replaced') }
  expect(await register(withKey(waiting.apiKey), 'too-late')).toMatchObject(refused)
  expect((await admin.get('/workspace/modules/too-late')).status).toBe(404)

  const own = await byHand({ forModule: true })
  await register(withKey(own.apiKey), 'deleted')
  const next = withKey(await replace(own.id))
  expect((await admin.send('DELETE', '/workspace/modules/deleted')).status).toBe(200)
  expect(await register(withKey(own.apiKey), 'deleted')).toMatchObject(refused)
  expect((await register(next, 'deleted')).status).toBe(201)
})

it('[D-162] a process that has just seen a key gives it no secrets after it was replaced or revoked elsewhere', async () => {
  const own = await byHand({ forModule: true })
  const code = 'remembered'
  await register(withKey(own.apiKey), code)
  const elsewhere = (apiKey: string) => createHttpClient(second.origin, { host: 'fern.test', 'x-api-key': apiKey })
  const seen = await secretsSeenBy(elsewhere(own.apiKey), code)
  expect(seen).toEqual({ secret: expect.any(String), token: expect.any(String) })
  const apiKey = await replace(own.id)
  expect(await secretsSeenBy(elsewhere(own.apiKey), code)).toEqual(nothing)
  expect(await register(elsewhere(own.apiKey), code)).toMatchObject({ status: 201, transportToken: undefined })

  expect(await secretsSeenBy(elsewhere(apiKey), code)).toEqual(seen)
  await revoke(keyIdOf(apiKey))
  expect((await elsewhere(apiKey).get(`/api/v5/integration-modules/${code}`)).status).toBe(403)
  expect((await register(elsewhere(apiKey), code)).status).toBe(403)
})

const tokenWorks = async (token: string | undefined): Promise<boolean> => {
  const wire = system.fern.stranger.with({ 'x-transport-token': token ?? '' })
  const { status } = await wire.get('/api/transport/v1/channels')
  expect([200, 401]).toContain(status)
  return status === 200
}
const revoke = async (id: string) => expect((await admin.send('DELETE', `/workspace/api-keys/${id}`)).status).toBe(200)

it('[D-162] a transport token ends with the last key of its module, and no later key makes it work again', async () => {
  const own = await byHand({ forModule: true })
  const { transportToken: token } = await register(withKey(own.apiKey), 'chatty')
  const beside = await byHand({ moduleCode: 'chatty' })
  await revoke(own.id)
  expect(await tokenWorks(token)).toBe(true)
  await revoke(beside.id)
  expect(await tokenWorks(token)).toBe(false)

  const next = await byHand({ moduleCode: 'chatty' })
  expect(await tokenWorks(token)).toBe(false)
  const { transportToken: fresh } = await register(withKey(next.apiKey), 'chatty')
  expect(fresh).not.toBe(token)
  expect([await tokenWorks(token), await tokenWorks(fresh)]).toEqual([false, true])

  await revoke(next.id)
  const last = await byHand({})
  const { transportToken: third } = await register(withKey(last.apiKey), 'chatty')
  expect(third).not.toBe(fresh)
  expect([await tokenWorks(fresh), await tokenWorks(third)]).toEqual([false, true])
  expect((await register(withKey(last.apiKey), 'chatty')).transportToken).toBe(third)
})

it('[D-162] a transport token outlives the replacement of a key, but not the successor and the overlap', async () => {
  const own = await byHand({ forModule: true })
  const { transportToken: token } = await register(withKey(own.apiKey), 'steady')
  const rotated = await admin.postJson(`/workspace/api-keys/${own.id}/rotate`, { overlapHours: 0 })
  expect(await tokenWorks(token)).toBe(true)
  await revoke((rotated.body as { id: string }).id)
  expect(await tokenWorks(token)).toBe(false)
})

it('[D-162] a one-step connection that takes a module over ends the token of the keys before', async () => {
  const at = { baseUrl: module.url }
  const { transportToken: token } = await register(withKey(await connect()), 'taken', at)
  const { transportToken: fresh } = await register(withKey(await connect()), 'taken', at)
  expect(fresh).not.toBe(token)
  expect([await tokenWorks(token), await tokenWorks(fresh)]).toEqual([false, true])
})

it('[D-162] an administrator replaces the transport token with the signing secret', async () => {
  const api = withKey(await connect())
  const { transportToken: token } = await register(api, 'watched')
  const reply = await admin.postJson('/workspace/modules/watched/signing-secret', {})
  const made = reply.body as { secret: string; transportToken?: string }
  expect(made.transportToken).toEqual(expect.any(String))
  expect([await tokenWorks(token), await tokenWorks(made.transportToken)]).toEqual([false, true])
  expect((await api.get('/api/v5/integration-modules/watched')).body).toMatchObject({
    integrationModule: {
      integrations: { mgTransport: { token: made.transportToken } },
      signature: { secret: made.secret },
    },
  })
  expect((await register(api, 'watched')).transportToken).toBe(made.transportToken)
  const plain = withKey((await byHand({ moduleCode: 'plain' })).apiKey)
  await plain.post('/api/v5/integration-modules/plain/edit', { integrationModule: { code: 'plain' } })
  const secretOnly = await admin.postJson('/workspace/modules/plain/signing-secret', {})
  expect(Object.keys(secretOnly.body as object).toSorted()).toEqual(['secret', 'success'])
})

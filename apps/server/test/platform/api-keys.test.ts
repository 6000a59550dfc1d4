import { SCOPES } from '@patchbay/contract/base/scopes'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moduleOf, order } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let admin: HttpClient
let bank: Bank
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  admin = await system.fern.signIn('ada')
})
afterAll(async () => {
  await system.close()
  await bank.close()
})

const path = (code: string) => `/api/v5/integration-modules/${code}`
type KeyOptions = { sites?: string[]; moduleCode?: string }
const newKey = async (options: KeyOptions = {}): Promise<HttpClient & { id: string }> => {
  const { id, text } = await system.fern.newKey({ scopes: SCOPES, ...options })
  return { ...system.fern.stranger.with({ 'x-api-key': text }), id }
}
const edit = (api: HttpClient, code: string, more: object = {}) =>
  api.post(`${path(code)}/edit`, { integrationModule: { code, ...more } })
const transport = { integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } }
type Keys = { apiKeys: { id: string; name: string; modules: string[]; severalModules: boolean; expiresAt?: string }[] }
const keyOf = async (id: string) =>
  ((await admin.get('/workspace/api-keys')).body as Keys).apiKeys.find((key) => key.id === id) ?? expect.fail(id)

it('[D-81] the first registration binds a key; a second module on it is refused with a sentence', async () => {
  const api = await newKey()
  expect((await keyOf(api.id)).modules).toEqual([])
  expect((await edit(api, 'first')).status).toBe(201)
  expect((await keyOf(api.id)).modules).toEqual(['first'])
  expect(await edit(api, 'another')).toMatchObject({
    status: 403,
    body: { errorCode: 'key_of_other_module', errorMsg: expect.stringContaining('belongs to the module first') },
  })
  expect((await admin.get('/workspace/modules/another')).status).toBe(404)
  expect((await edit(api, 'first', { name: 'Again' })).status).toBe(201)
})

it('[D-81] of two modules that register with one key at the same moment one is bound', async () => {
  const api = await newKey()
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => edit(api, `twin-${n}`)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await keyOf(api.id)).modules).toHaveLength(1)
})

it('[D-81] of two keys that register one module at the same moment one gets it', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => newKey()))
  const replies = await Promise.all(keys.map((api) => edit(api, 'contested')))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  const bound = await Promise.all(keys.map(async ({ id }) => (await keyOf(id)).modules))
  expect(bound.flat()).toEqual(['contested'])
})

it('[D-81] a key that was made for a module registers no other, and no other key registers its module', async () => {
  const [own, stranger] = [await newKey({ moduleCode: 'reserved' }), await newKey()]
  expect((await edit(own, 'not-reserved')).status).toBe(403)
  expect((await edit(stranger, 'reserved')).body).toMatchObject({ errorCode: 'module_of_other_key' })
  expect((await edit(own, 'reserved')).status).toBe(201)
})

it('[D-81][D-82] no other key points a module elsewhere, gets its new secret, or reads its secrets', async () => {
  const owner = await newKey()
  const { info } = (await edit(owner, 'chat', { ...transport, baseUrl: 'https://chat.test' })).body as {
    info: { mgTransport: { token: string }; signature: { secret: string } }
  }
  const secretsSeenBy = async (api: HttpClient) => {
    type Shown = { signature?: { secret: string }; integrations: { mgTransport: { token?: string } } }
    const { integrationModule } = (await api.get(path('chat'))).body as { integrationModule?: Shown }
    return [integrationModule?.integrations.mgTransport.token, integrationModule?.signature?.secret]
  }
  expect(await secretsSeenBy(owner)).toEqual([info.mgTransport.token, info.signature.secret])
  const script = await newKey()
  const other = await newKey()
  await edit(other, 'other-chat', transport)
  for (const api of [script, other, system.fern.api]) {
    const reply = await edit(api, 'chat', { ...transport, baseUrl: 'https://evil.test', rotateSecret: true })
    expect(reply.status, reply.text).toBe(403)
    expect(reply.text).not.toContain('whsec_')
    expect(await secretsSeenBy(api)).toEqual([undefined, undefined])
  }
  expect((await script.get(path('chat'))).status).toBe(200)
  expect((await other.get(path('chat'))).status).toBe(404)
  expect((await admin.get('/workspace/modules/chat')).body).toMatchObject({ module: { baseUrl: 'https://chat.test' } })
  const rotated = await edit(owner, 'chat', { rotateSecret: true })
  expect(rotated.body).toMatchObject({ info: { signature: { secret: expect.stringMatching(/^whsec_/) } } })
  const byHand = await admin.postJson('/workspace/modules/chat/signing-secret', {})
  const { transportToken, secret } = byHand.body as { transportToken: string; secret: string }
  expect(await secretsSeenBy(owner)).toEqual([transportToken, secret])
})

it('[D-81] an administrator may allow several modules on a key, and split it into a key for each', async () => {
  const api = await newKey()
  await edit(api, 'old-a', transport)
  expect((await edit(api, 'old-b')).status).toBe(403)
  expect((await admin.postJson(`/workspace/api-keys/${api.id}/split`, {})).body).toMatchObject({
    errorCode: 'key_modules_single',
  })
  expect((await admin.postJson(`/workspace/api-keys/${api.id}/several-modules`, {})).status).toBe(200)
  expect((await edit(api, 'old-b')).status).toBe(201)
  expect(await keyOf(api.id)).toMatchObject({ modules: ['old-a', 'old-b'], severalModules: true })
  const reply = await admin.postJson(`/workspace/api-keys/${api.id}/split`, {})
  const { keys } = reply.body as { keys: { moduleCode: string; id: string; apiKey: string }[] }
  expect(keys.map(({ moduleCode }) => moduleCode)).toEqual(['old-a', 'old-b'])
  for (const { moduleCode, id, apiKey } of keys) {
    const own = system.fern.stranger.with({ 'x-api-key': apiKey })
    expect(await keyOf(id)).toMatchObject({ modules: [moduleCode], severalModules: false })
    expect((await edit(own, moduleCode)).status).toBe(201)
    expect((await edit(own, 'old-c')).status).toBe(403)
  }
  // The shared key works until the modules have theirs.
  expect((await keyOf(api.id)).expiresAt).toBeDefined()
  expect((await edit(api, 'old-a')).status).toBe(201)
})

it('[D-81] a rotated key acts for its module, and so does the old one until the overlap ends', async () => {
  const api = await newKey()
  await edit(api, 'rotating')
  const { apiKey } = (await admin.postJson(`/workspace/api-keys/${api.id}/rotate`, {})).body as { apiKey: string }
  const next = system.fern.stranger.with({ 'x-api-key': apiKey })
  expect((await edit(next, 'rotating')).status).toBe(201)
  expect((await edit(api, 'rotating')).status).toBe(201)
  expect((await edit(next, 'rotating-2')).status).toBe(403)
})

it('[D-81] a module whose keys were all revoked can be registered with a new key', async () => {
  const api = await newKey()
  await edit(api, 'orphan')
  await admin.send('DELETE', `/workspace/api-keys/${api.id}`)
  const next = await newKey()
  expect((await edit(next, 'orphan')).status).toBe(201)
  expect((await keyOf(next.id)).modules).toEqual(['orphan'])
})

it('[D-81] a key of a module creates, imports, reads and reports invoices of that module only, at once', async () => {
  const [own, other, script] = [await newKey(), await newKey(), await newKey()]
  await edit(own, 'pay-own', moduleOf('pay-own', bank.url))
  await edit(other, 'pay-other', moduleOf('pay-other', bank.url))
  const { paymentId } = await order(system.fern, 'pay-own-main')
  const create = (api: HttpClient) => api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  const invoice = { paymentId, amount: 100, currency: 'USD', status: 'succeeded', externalId: 'x' }
  expect((await create(other)).status).toBe(403)
  expect((await other.post('/api/v5/payment/invoice/import', { invoice })).status).toBe(403)
  expect((await create(own)).status).toBe(200)
  expect((await create(other)).status).toBe(403)
  const { invoiceUuid } = [...bank.ledger.payments.values()].at(-1) ?? expect.fail('no payment')
  const read = async (api: HttpClient) => (await api.get(`/api/v5/payment/invoice/${invoiceUuid}`)).status
  const report = async (api: HttpClient) =>
    (await api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid, status: 'succeeded' } })).status
  const check = async (api: HttpClient) =>
    (await api.post('/api/v5/payment/check', { check: { invoiceUuid, amount: 100, currency: 'USD' } })).body
  expect([await read(own), await read(other), await read(script)]).toEqual([200, 404, 200])
  expect(await check(other)).toMatchObject({ result: { success: false } })
  expect(await check(own)).toMatchObject({ result: { success: true } })
  expect([await report(other), await report(script), await report(own)]).toEqual([404, 404, 200])
})

it('[D-81] a key of a module reports and reads calls of that module only', async () => {
  const [own, other] = [await newKey(), await newKey()]
  const { ada } = system.fern.userIds
  const telephony = { allowEdit: true, additionalCodes: [{ userId: ada, code: '801' }] }
  await edit(own, 'tel-own', { clientId: 'own', integrations: { telephony } })
  await edit(other, 'tel-other', { clientId: 'other', integrations: { telephony } })
  const event = { phone: '+12025550111', type: 'in', codes: ['801'], callExternalId: 'd81' }
  // No clientId, and two modules with that extension: the key says which, at once.
  expect((await own.post('/api/v5/telephony/call/event', { event })).body).toEqual({ success: true })
  const trace = (api: HttpClient) => api.get('/api/v5/telephony/call/trace', { callExternalId: 'd81' })
  expect((await trace(own)).body).toMatchObject({ trace: { call: { externalId: 'd81' } } })
  expect((await trace(other)).status).toBe(404)
  const refused = { status: 400, body: { errorCode: 'client_id_unknown' } }
  const named = { clientId: 'own' }
  expect(await other.post('/api/v5/telephony/call/event', { event, ...named })).toMatchObject(refused)
  const calls = [{ date: '2026-02-03 10:00:00', type: 'in', phone: '1', result: 'answered', externalId: 'd81' }]
  expect(await other.post('/api/v5/telephony/calls/upload', { calls, ...named })).toMatchObject(refused)
  expect(await other.get('/api/v5/telephony/manager', { phone: '1', ...named })).toMatchObject(refused)
})

it('[D-05] the shops of a key apply to invoices, calls and the manager lookup', async () => {
  const everywhere = await newKey()
  await edit(everywhere, 'both', {
    ...moduleOf('both', bank.url),
    integrations: { ...moduleOf('both', bank.url).integrations, telephony: { allowEdit: true } },
  })
  const [site = ''] = Object.keys(
    ((await system.fern.api.get('/api/v5/reference/sites')).body as { sites: object }).sites,
  )
  const elsewhere = ['fern-garden', 'fern-online'].filter((code) => code !== site)
  const [here, away] = [
    await newKey({ moduleCode: 'both', sites: [site] }),
    await newKey({ moduleCode: 'both', sites: elsewhere }),
  ]
  const { paymentId } = await order(system.fern, 'both-main')
  const create = (api: HttpClient) => api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  expect((await create(away)).status).toBe(404)
  expect((await create(here)).status).toBe(200)
  const { invoiceUuid } = [...bank.ledger.payments.values()].at(-1) ?? expect.fail('no payment')
  const read = async (api: HttpClient) => (await api.get(`/api/v5/payment/invoice/${invoiceUuid}`)).status
  expect([await read(away), await read(here)]).toEqual([404, 200])
  const updateInvoice = { invoiceUuid, status: 'succeeded' }
  expect((await away.post('/api/v5/payment/update-invoice', { updateInvoice })).status).toBe(404)

  const calls = [{ date: '2026-02-03 10:00:00', type: 'in', phone: '2', result: 'answered', externalId: 's', site }]
  await here.post('/api/v5/telephony/calls/upload', { calls })
  const trace = async (api: HttpClient) =>
    (await api.get('/api/v5/telephony/call/trace', { callExternalId: 's' })).status
  expect([await trace(away), await trace(here)]).toEqual([404, 200])

  const customer = { firstName: 'Shop', lastName: 'Bound', phones: [{ number: '+12025550177' }] }
  await system.fern.api.post('/api/v5/customers/create', { customer, site })
  const lookUp = async (api: HttpClient) =>
    (await api.get('/api/v5/telephony/manager', { phone: '+12025550177', details: '1' })).body as { customer?: object }
  expect((await lookUp(here)).customer).toMatchObject({ lastName: 'Bound' })
  expect((await lookUp(away)).customer).toBeUndefined()
})

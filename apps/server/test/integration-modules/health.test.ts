import { json, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { callModule } from '../../src/platform/modules/client.ts'
import { findModule } from '../../src/platform/modules/store.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let admin: Awaited<ReturnType<System['fern']['signIn']>>
beforeAll(async () => {
  system = await startSystem()
  admin = await system.fern.signIn('ada')
})
afterAll(() => system.close())

const edit = (code: string, more: object = {}) =>
  system.fern.api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule: { code, ...more } })
const details = (code: string) => admin.get(`/workspace/modules/${code}`)

it('shows the results of the latest exchanges of a module', async () => {
  await edit('pbx-1', { name: 'Exchange' })
  await edit('pbx-1', { name: '' })
  await system.deps.traffic.flush(system.fern.accountId)
  const { modules } = (await admin.get('/workspace/modules')).body as { modules: Record<string, unknown>[] }
  expect(modules).toMatchObject([{ code: 'pbx-1', lastTraffic: { ok: false }, health: { exchanges: 2, failed: 1 } }])
})

it('[D-49] shows that the circuit of a module is open after failures, and until when', async () => {
  const receiver = await startReceiver((_received, response) => json(response, 500, {}))
  await edit('tired', { name: 'Tired', baseUrl: receiver.url })
  const module = await inAccount(system.deps.db, system.fern.accountId, (trx) => findModule(trx, 'tired'))
  if (!module) throw new Error('the module is gone')
  const call = () =>
    callModule(system.deps, module, {
      method: 'GET',
      purpose: { code: 'user.status' },
      url: `${receiver.url}/x`,
      query: {},
      totalMs: 5_000,
    })
  const circuitOpenUntil = async () =>
    ((await details('tired')).body as { module: { circuitOpenUntil?: string } }).module.circuitOpenUntil
  for (let failures = 1; failures <= 4; failures++) await call()
  expect(await circuitOpenUntil()).toBeUndefined()
  const before = Date.now()
  await call()
  const after = Date.now()
  await waitUntil('the circuit is open', async () => (await circuitOpenUntil()) !== undefined)
  const began = Date.parse((await circuitOpenUntil()) ?? '') - 30_000
  expect(began).toBeGreaterThanOrEqual(before)
  expect(began).toBeLessThanOrEqual(after)
  const { modules } = (await admin.get('/workspace/modules')).body as { modules: { code: string }[] }
  expect(modules.filter((one) => 'circuitOpenUntil' in one).map(({ code }) => code)).toEqual(['tired'])
  await receiver.close()
})

it('shows the settings of a module to its account alone, and no secret', async () => {
  await edit('pbx-2', {
    baseUrl: 'https://pbx.example/',
    integrations: {
      telephony: { makeCallUrl: 'https://pbx.example/call' },
      mgTransport: { webhookUrl: 'https://pbx.example/hook' },
    },
  })
  const reply = await details('pbx-2')
  expect(reply.body).toMatchObject({
    module: {
      code: 'pbx-2',
      baseUrl: 'https://pbx.example/',
      kinds: expect.arrayContaining(['telephony', 'mgTransport']),
      telephony: { makeCallUrl: 'https://pbx.example/call', allowEdit: false },
      transport: { webhookUrl: 'https://pbx.example/hook', endpoint: { state: 'well', failures: 0 } },
    },
  })
  expect(reply.text).not.toMatch(/token|secret/i)
  const stranger = await system.kettle.signIn('edith')
  expect((await stranger.get('/workspace/modules/pbx-2')).status).toBe(404)
  expect((await stranger.postJson('/workspace/modules/pbx-2/signing-secret', {})).status).toBe(404)
  const manager = await system.fern.signIn('bruno')
  expect((await manager.get('/workspace/modules/pbx-2')).status).toBe(403)
})

it('[D-09] gives an administrator a new signing secret; the old one signs beside it for a day', async () => {
  const receiver = await startReceiver()
  const { info } = (await edit('signed', { baseUrl: receiver.url })).body as { info: { signature: { secret: string } } }
  const reply = await admin.postJson('/workspace/modules/signed/signing-secret', {})
  const { secret } = reply.body as { secret: string }
  expect(reply.status).toBe(201)
  expect(secret).not.toBe(info.signature.secret)
  expect((await details('signed')).body).toMatchObject({ module: { oldSecretUntil: expect.any(String) } })
  const module = await inAccount(system.deps.db, system.fern.accountId, (trx) => findModule(trx, 'signed'))
  if (!module) throw new Error('the module is gone')
  await callModule(system.deps, module, {
    method: 'GET',
    purpose: { code: 'user.status' },
    url: `${receiver.url}/call`,
    query: { a: '1' },
    totalMs: 5_000,
  })
  const [request] = receiver.received
  for (const one of [secret, info.signature.secret]) {
    const verify = () => new Webhook(one).verify(request?.search ?? '', request?.headers as Record<string, string>)
    // The library then parses the verified text as JSON, which a query is not: it gets there only with a valid
    // signature.
    expect(verify).toThrow('not valid JSON')
  }
  await receiver.close()
})

it('filters the Action Log by who and when', async () => {
  const list = async (query: string) =>
    ((await admin.get(`/workspace/action-log?${query}`)).body as { records: { actor: string }[] }).records
  expect(await list('actor=nobody')).toEqual([])
  const mine = await list('actor=ada@fern.test&since=2020-01-01T00:00:00Z')
  expect(mine.length).toBeGreaterThan(0)
  expect(new Set(mine.map(({ actor }) => actor))).toEqual(new Set(['ada@fern.test']))
  expect(await list('until=2020-01-01T00:00:00Z')).toEqual([])
})

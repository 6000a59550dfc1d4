import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freezeModule } from '../../src/integration-modules/activity/service.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { changeAddress } from '../../src/operator/commands.ts'
import { callModule } from '../../src/platform/modules/client.ts'
import { findModule } from '../../src/platform/modules/store.ts'
import { lanesDone } from '../support/lanes.ts'
import { order } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let module: Receiver
let admin: Awaited<ReturnType<System['fern']['signIn']>>
beforeAll(async () => {
  system = await startSystem()
  module = await startReceiver()
  admin = await system.fern.signIn('ada')
  await system.work()
})
afterAll(async () => {
  await system.close()
  await module.close()
})
beforeEach(() => {
  module.received.length = 0
  module.answer((_received, response) => json(response, 200, { success: true }))
})

const path = (code: string) => `/api/v5/integration-modules/${code}`
const settings = (code: string) => ({
  code,
  clientId: `client-${code}`,
  baseUrl: `${module.url}/`,
  actions: { activity: '/activity' },
})
type Registered = { info: { signature: { secret: string } } }
const register = async (code: string, more: object = {}) =>
  (await system.fern.api.post(`${path(code)}/edit`, { integrationModule: { ...settings(code), ...more } }))
    .body as Registered
const switchTo = (code: string, active: boolean) => admin.postJson(`/workspace/modules/${code}/activity`, { active })
const summary = async (code: string) => {
  const { modules } = (await admin.get('/workspace/modules')).body as {
    modules: { code: string; active: boolean; stateAcknowledged: boolean }[]
  }
  return modules.find((one) => one.code === code)
}
const waitForAcknowledgement = async (code: string) => {
  await expect.poll(async () => (await summary(code))?.stateAcknowledged, { timeout: 120_000 }).toBe(true)
}

it('[D-13][M-08] notifies a module that it was switched off: clientId, activity, systemUrl, as a form', async () => {
  await register('switched')
  await switchTo('switched', false)
  await module.waitFor(1)
  const [request] = module.received
  expect(request).toMatchObject({ method: 'POST', path: '/activity' })
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(request?.form ?? [])).toEqual({
    clientId: 'client-switched',
    activity: '{"active":false,"freeze":false}',
    systemUrl: 'http://fern.test',
  })
  await waitForAcknowledgement('switched')
  await switchTo('switched', true)
  await module.waitFor(2)
  expect(module.received[1]?.form.get('activity')).toBe('{"active":true,"freeze":false}')
})

it('[D-13] notifies a module that it was frozen', async () => {
  await register('frozen')
  await freezeModule(system.deps, system.fern.accountId, 'frozen', true)
  await module.waitFor(1)
  expect(module.received[0]?.form.get('activity')).toBe('{"active":true,"freeze":true}')
  expect((await system.fern.api.get(path('frozen'))).body).toMatchObject({ integrationModule: { freeze: true } })
})

it('[D-13] retries until the module has accepted it, and sends the current state', async () => {
  await register('flaky')
  let failures = 0
  module.answer((_received, response) =>
    failures++ < 2 ? json(response, 500, {}) : json(response, 200, { success: true }),
  )
  await switchTo('flaky', false)
  await module.waitFor(1)
  expect(await summary('flaky')).toMatchObject({ stateAcknowledged: false })
  // The next attempt is seconds away and sends the state of that moment.
  await switchTo('flaky', true)
  await retryUntil(3)
  expect(module.received.slice(1).map(({ form }) => form.get('activity'))).toEqual(
    Array(2).fill('{"active":true,"freeze":false}'),
  )
  await waitForAcknowledgement('flaky')
})

/** Makes retries due at once until so many requests have come. They may also come by themselves, on a slow machine. */
const retryUntil = (requests: number) =>
  expect
    .poll(async () => {
      await inAccount(system.deps.db, system.fern.accountId, (trx) =>
        trx.updateTable('lane').set({ next_at: new Date() }).where('failures', '>', 0).execute(),
      )
      return module.received.length
    })
    .toBeGreaterThanOrEqual(requests)

it('[D-13] holds no lock during the call: a module may register again inside it', async () => {
  await register('inner')
  let inner: number | undefined
  module.answer(async (_received, response) => {
    const reply = await system.fern.api.post(`${path('inner')}/edit`, {
      integrationModule: { ...settings('inner'), name: 'Renamed inside' },
    })
    inner = reply.status
    json(response, 200, { success: true })
  })
  await switchTo('inner', false)
  await waitForAcknowledgement('inner')
  expect(inner).toBe(201)
  expect((await system.fern.api.get(path('inner'))).body).toMatchObject({
    integrationModule: { name: 'Renamed inside', active: false },
  })
})

it('[D-15] notifies a module that it is off when a user deletes it, with retries, and hides it', async () => {
  const { info } = await register('gone', {
    integrations: { telephony: { changeUserStatusUrl: `${module.url}/status` } },
  })
  // Only a user can do it, no API key.
  expect((await system.fern.api.send('DELETE', path('gone'))).status).toBe(405)
  expect((await system.fern.api.get(path('gone'))).status).toBe(200)
  let failures = 0
  module.answer((_received, response) => json(response, failures++ < 1 ? 500 : 200, { success: true }))
  expect((await admin.send('DELETE', '/workspace/modules/gone')).status).toBe(200)
  await module.waitFor(1)
  expect((await system.fern.api.get(path('gone'))).status).toBe(404)
  expect(await summary('gone')).toBeUndefined()
  const { records } = (await admin.get('/workspace/action-log')).body as { records: object[] }
  expect(records[0]).toMatchObject({ actor: 'ada@fern.test', action: 'module.deleted', subject: 'gone' })
  await retryUntil(2)
  await lanesDone(system, 'gone')
  // Nothing else was sent to it, and both requests are signed with the secret that it knows.
  expect(module.received.map(({ path: at, form }) => [at, form.get('activity')])).toEqual(
    Array(2).fill(['/activity', '{"active":false,"freeze":false}']),
  )
  const webhook = new Webhook(info.signature.secret)
  for (const { body, headers } of module.received)
    expect(() => webhook.verify(body, headers as Record<string, string>)).toThrow('not valid JSON')
  // A new registration starts anew.
  const again = await register('gone', { name: 'Back' })
  expect(again.info.signature.secret).toMatch(/^whsec_/)
  expect((await system.fern.api.get(path('gone'))).body).toMatchObject({
    integrationModule: { name: 'Back', active: true },
  })
})

it('[D-60] gives a module that registers again a new token, and revokes the old one', async () => {
  const transport = { integrations: { mgTransport: { webhookUrl: `${module.url}/hook` } } }
  const token = async () => ((await register('phoenix', transport)) as never as Tokened).info.mgTransport.token
  type Tokened = { info: { mgTransport: { token: string } } }
  const use = (text: string) =>
    system.fern.stranger.with({ 'x-transport-token': text }).get('/api/transport/v1/channels')
  const refused = { status: 401, body: { errors: [expect.any(String)] } }
  const before = await token()
  expect(await token()).toBe(before)
  expect((await use(before)).status).toBe(200)
  await admin.send('DELETE', '/workspace/modules/phoenix')
  expect(await use(before)).toMatchObject(refused)
  const after = await token()
  expect(after).not.toBe(before)
  expect(await use(before)).toMatchObject(refused)
  expect((await use(after)).status).toBe(200)
  await lanesDone(system, 'phoenix')
})

it('[D-15] lets only an administrator delete or switch a module', async () => {
  await register('guarded')
  const manager = await system.fern.signIn('bruno')
  expect((await manager.send('DELETE', '/workspace/modules/guarded')).status).toBe(403)
  expect((await manager.postJson('/workspace/modules/guarded/activity', { active: false })).status).toBe(403)
  expect(await summary('guarded')).toMatchObject({ active: true })
  expect((await admin.send('DELETE', '/workspace/modules/guarded')).status).toBe(200)
  expect(await summary('guarded')).toBeUndefined()
  await lanesDone(system, 'guarded')
})

it('[D-09] signs what it sends, so that the public Standard Webhooks library verifies it, byte for byte', async () => {
  const { info } = await register('signed')
  await switchTo('signed', false)
  await module.waitFor(1)
  const [request] = module.received
  const webhook = new Webhook(info.signature.secret)
  const headers = request?.headers as Record<string, string>
  expect(() => webhook.verify(request?.body ?? '', headers)).not.toThrow('signature')
  expect(() => webhook.verify(`${request?.body} `, headers)).toThrow('No matching signature found')
})

it('[D-09] signs a GET over its query string, and lets a module rotate its secret with both signing for a day', async () => {
  const first = await register('rotating')
  const second = await register('rotating', { rotateSecret: true })
  expect(second.info.signature.secret).not.toBe(first.info.signature.secret)
  const found = await inAccount(system.deps.db, system.fern.accountId, (trx) => findModule(trx, 'rotating'))
  if (!found) throw new Error('not registered')
  await callModule(system.deps, found, {
    method: 'GET',
    purpose: { code: 'user.status' },
    url: `${module.url}/call?line=2`,
    query: { phone: '+46 8 500' },
    totalMs: 5_000,
  })
  const [request] = module.received
  expect(request?.search).toBe('line=2&clientId=client-rotating&phone=%2B46+8+500')
  for (const { info } of [first, second]) {
    const verify = () =>
      new Webhook(info.signature.secret).verify(request?.search ?? '', request?.headers as Record<string, string>)
    // The library then parses the body as JSON, which a query is not; only the signature matters here.
    expect(verify).not.toThrow('No matching signature')
  }
})

it('[M-09] does not call a module that is off or frozen, offers users neither its calls nor its invoices, and shows its state', async () => {
  const telephony = {
    makeCallUrl: `${module.url}/call`,
    changeUserStatusUrl: `${module.url}/status`,
    allowEdit: true,
    additionalCodes: [{ userId: system.fern.userIds.ada, code: '900' }],
  }
  const payment = {
    actions: { create: '/pay' },
    currencies: ['USD'],
    shops: [{ code: 'main', name: 'M', active: true }],
  }
  await register('off', { integrations: { telephony, payment } })
  const { paymentId } = await order(system.fern, 'off-main')
  const offered = async () => (await admin.get('/workspace/telephony')).body
  const requestCall = () => admin.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+12025550700' })
  const invoice = () => admin.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  const setStatus = (status: string) => admin.postJson('/workspace/me/status', { status })
  const stayUncalled = async () => {
    module.received.length = 0
    expect(await offered()).toMatchObject({ canCall: false, extensions: [] })
    expect(await requestCall()).toMatchObject({ status: 409, body: { errorCode: 'no_call_icon' } })
    expect(await invoice()).toMatchObject({ status: 409, body: { errorCode: 'module_inactive' } })
    await setStatus('busy')
    await setStatus('free')
    await lanesDone(system, 'off')
    expect(module.received).toEqual([])
  }
  expect(await offered()).toMatchObject({ canCall: true, extensions: [{ module: 'off', code: '900' }] })
  expect((await requestCall()).status).toBe(200)
  expect(module.received.map(({ path: at }) => at)).toEqual(['/call'])
  await switchTo('off', false)
  await waitForAcknowledgement('off')
  await stayUncalled()
  expect(await summary('off')).toMatchObject({ active: false, freeze: false })
  await switchTo('off', true)
  await waitForAcknowledgement('off')
  expect((await requestCall()).status).toBe(200)
  await freezeModule(system.deps, system.fern.accountId, 'off', true)
  await waitForAcknowledgement('off')
  await stayUncalled()
  expect(await summary('off')).toMatchObject({
    active: true,
    freeze: true,
    kinds: expect.arrayContaining(['telephony', 'payment']),
  })
})

it('[D-13] notifies every module of the new address when the account moves', async () => {
  await register('mover-1')
  await register('mover-2', { actions: {} })
  await changeAddress(system.deps, system.fern.accountId, 'https://moved.test')
  await expect
    .poll(() =>
      module.received.some(
        ({ form }) => form.get('clientId') === 'client-mover-1' && form.get('systemUrl') === 'https://moved.test',
      ),
    )
    .toBe(true)
  await waitForAcknowledgement('mover-2')
  expect(module.received.some(({ form }) => form.get('clientId') === 'client-mover-2')).toBe(false)
})

it('logs every request to and from a module, with its result and without its secrets', async () => {
  await register('watched')
  module.answer((_received, response) => json(response, 500, { error: 'no' }))
  await switchTo('watched', false)
  await module.waitFor(1)
  await system.fern.stranger.get(path('watched'), { apiKey: 'wrong-secret-key' })
  await expect
    .poll(
      async () =>
        ((await admin.get('/workspace/traffic', { module: 'watched' })).body as { exchanges: object[] }).exchanges,
    )
    .toMatchObject([
      { direction: 'out', method: 'POST', status: 500, ok: false, result: { code: 'refused', message: 'no' } },
      { direction: 'in', method: 'POST', status: 201, ok: true, result: { code: 'accepted' } },
    ])
  const everything = (await admin.get('/workspace/traffic')).text
  expect(everything).not.toContain('wrong-secret-key')
  expect(everything).not.toContain('whsec_')
  expect(everything).not.toContain(system.fern.apiKey)
})

it('[D-96] allowEdit false leaves users the deletion of the integration, and nothing else', async () => {
  await register('closed', { integrations: { telephony: { makeCallUrl: `${module.url}/call`, allowEdit: false } } })
  const locked = { status: 409, body: { errorCode: 'module_locked', errorMsg: expect.stringContaining('deleted') } }
  expect(await admin.postJson('/workspace/modules/closed/activity', { active: false })).toMatchObject(locked)
  expect(await admin.postJson('/workspace/modules/closed/signing-secret', {})).toMatchObject(locked)
  const lists = { additionalCodes: [], externalPhones: [] }
  expect(await admin.postJson('/workspace/modules/closed/telephony', lists)).toMatchObject({
    status: 409,
    body: { errorCode: 'settings_locked' },
  })
  expect((await admin.get('/workspace/modules/closed')).body).toMatchObject({ module: { locked: true, active: true } })
  expect((await admin.send('DELETE', '/workspace/modules/closed')).status).toBe(200)
})

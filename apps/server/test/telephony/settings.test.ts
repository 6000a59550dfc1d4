import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { lanesDone } from '../support/lanes.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let admin: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  admin = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  await system.work()
})
afterAll(async () => {
  await system.close()
  await exchange.close()
})
beforeEach(async () => {
  await exchange.register()
  exchange.module.received.length = 0
  exchange.module.answer((_received, response) => json(response, 200, { success: true }))
})

const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)
const settings = '/workspace/modules/pbx/telephony'
const press = (phone: string, more: object = {}, wire = bruno) =>
  wire.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone, ...more })
const extensions = async () =>
  (await inFern((trx) => trx.selectFrom('extension').select(['code', 'user_id']).orderBy('code').execute())).map(
    ({ code, user_id }) => [code, user_id],
  )

it('[T-01] keeps everything that a telephony module says of itself', async () => {
  const telephony = {
    makeCallUrl: 'https://pbx.test/call',
    changeUserStatusUrl: 'https://pbx.test/status',
    personalAccountUrl: 'https://pbx.test/account',
    allowEdit: true,
    inputEventSupported: true,
    outputEventSupported: false,
    hangupEventSupported: true,
    additionalCodes: [{ userId: String(system.fern.userIds.bruno), code: '7' }],
    externalPhones: [{ siteCode: 'fern-online', externalPhone: '+1 202 555 0400' }],
  }
  await exchange.register(telephony)
  const { integrationModule } = (await system.fern.api.get('/api/v5/integration-modules/pbx')).body as {
    integrationModule: { integrations: { telephony: object } }
  }
  expect(integrationModule.integrations.telephony).toEqual(telephony)
})

it('[T-02] lets users change the settings only where the module allows it; the API always does, and deleting is free', async () => {
  const shown = async () => ((await admin.get(settings)).body as { settings: object }).settings
  const edit = (code: string, externalPhone: string) => ({
    additionalCodes: [{ userId: system.fern.userIds.ada, code }],
    externalPhones: [{ siteCode: 'fern-online', externalPhone }],
  })
  const [allowed, refused, byApi] = [
    edit('1', '+1 202 555 0410'),
    edit('2', '+1 202 555 0411'),
    edit('3', '+1 202 555 0412'),
  ]
  expect((await admin.postJson(settings, allowed)).status).toBe(200)
  expect(await shown()).toMatchObject(allowed)
  await exchange.register({ allowEdit: false, ...allowed })
  expect(await admin.postJson(settings, refused)).toMatchObject({ status: 409, body: { errorCode: 'settings_locked' } })
  expect(await shown()).toMatchObject(allowed)
  expect(await extensions()).toEqual([['1', system.fern.userIds.ada]])
  expect((await exchange.register({ allowEdit: false, ...byApi })).status).toBe(201)
  expect(await shown()).toMatchObject(byApi)
  expect(await extensions()).toEqual([['3', system.fern.userIds.ada]])
  expect((await admin.send('DELETE', '/workspace/modules/pbx')).status).toBe(200)
  expect((await admin.get(settings)).status).toBe(404)
  expect((await system.fern.api.get('/api/v5/integration-modules/pbx')).status).toBe(404)
})

it('[T-03][T-04] maps users to extensions and shops to numbers, from the registration and from the settings page', async () => {
  const { ada, bruno: brunoId } = system.fern.userIds
  expect(await extensions()).toEqual([
    ['100', ada],
    ['101', brunoId],
    ['102', system.fern.userIds.chiara],
  ])
  const edit = {
    additionalCodes: [{ userId: brunoId, code: '500' }],
    externalPhones: [{ siteCode: 'fern-online', externalPhone: '+1 202 555 0401' }],
  }
  expect((await admin.postJson(settings, edit)).status).toBe(200)
  expect(await extensions()).toEqual([['500', brunoId]])
  expect((await admin.get(settings)).body).toMatchObject({ settings: edit })
  // The module reads what the user has set.
  expect((await system.fern.api.get('/api/v5/integration-modules/pbx')).body).toMatchObject({
    integrationModule: {
      integrations: {
        telephony: { additionalCodes: [{ userId: String(brunoId), code: '500' }], externalPhones: edit.externalPhones },
      },
    },
  })
  const reply = await exchange.event({
    phone: '+12025550402',
    type: 'in',
    codes: ['500'],
    externalPhone: '12025550401',
  })
  expect(reply.body).toEqual({ success: true })
  const wrong = {
    additionalCodes: [{ userId: 999_999, code: '1' }],
    externalPhones: [{ siteCode: 'nowhere', externalPhone: '1' }],
  }
  expect(await admin.postJson(settings, wrong)).toMatchObject({
    status: 400,
    body: { errors: { additionalCodes: 'there is no user 999999', externalPhones: 'there is no shop nowhere' } },
  })
  expect((await bruno.postJson(settings, edit)).status).toBe(403)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(settings)).status).toBe(404)
})

it('[D-35] gives an extension to one user of a module, and a user one extension', async () => {
  const { ada, bruno: brunoId } = system.fern.userIds
  const twice = [
    { userId: ada, code: '1' },
    { userId: brunoId, code: '1' },
  ]
  expect((await exchange.register({ additionalCodes: twice })).status).toBe(400)
  expect((await admin.postJson(settings, { additionalCodes: twice, externalPhones: [] })).status).toBe(400)
  await expect(
    inFern(async (trx) => {
      const { module_id } = await trx.selectFrom('extension').select('module_id').executeTakeFirstOrThrow()
      await trx.insertInto('extension').values({ module_id, code: '101', user_id: ada }).execute()
    }),
  ).rejects.toThrow('duplicate key')
  // Another module has extensions of its own.
  const other = await startExchange(system, 'pbx-other')
  expect(await extensions()).toHaveLength(6)
  await admin.send('DELETE', '/workspace/modules/pbx-other')
  await other.close()
})

it('[T-05] offers to call when makeCallUrl is set and the user has an extension, and only then', async () => {
  const canCall = async (wire: HttpClient) =>
    ((await wire.get('/workspace/telephony')).body as { canCall: boolean }).canCall
  expect(await canCall(bruno)).toBe(true)
  await exchange.register({ makeCallUrl: undefined })
  expect(await canCall(bruno)).toBe(false)
  await exchange.register({ additionalCodes: [{ userId: system.fern.userIds.ada, code: '100' }] })
  expect(await canCall(bruno)).toBe(false)
  expect(await canCall(admin)).toBe(true)
  expect(await press('+12025550403')).toMatchObject({ status: 409, body: { errorCode: 'no_call_icon' } })
  await exchange.register({}, { active: false })
  expect(await canCall(admin)).toBe(false)
  await exchange.register({}, { active: true })
  expect(await canCall(await system.kettle.signIn('edith'))).toBe(false)
  expect(exchange.module.received).toEqual([])
})

it('[T-06][T-07] asks the exchange with GET: clientId, code, phone, userId, and the shop’s number when there is one', async () => {
  expect((await press('+12025550404')).status).toBe(200)
  const [request] = exchange.module.received
  expect(request).toMatchObject({ method: 'GET', path: '/call' })
  const asked = {
    clientId: 'client-pbx',
    code: '101',
    phone: '+12025550404',
    userId: String(system.fern.userIds.bruno),
  }
  expect(Object.fromEntries(request?.query ?? [])).toEqual(asked)
  const [garden, online] = await inFern(async (trx) => {
    const shops = await trx.selectFrom('shop').select(['id', 'code']).orderBy('code').execute()
    return Promise.all(shops.map(({ id }) => exchange.customer('+12025550404', { shopId: id })))
  })
  await press('+12025550404', { customerId: garden })
  await press('+12025550404', { customerId: online })
  const told = exchange.module.received.slice(1).map(({ query }) => query.get('externalPhone'))
  expect(told).toEqual(['+46 8 123 456 78', null])
})

it('[T-08] takes 200 for success whatever the body, and reports any other status to the user', async () => {
  exchange.module.answer((_received, response) => void response.writeHead(200).end('<html>'))
  expect((await press('+12025550405')).body).toEqual({ success: true })
  for (const status of [201, 204, 302, 400, 404, 500]) {
    exchange.module.answer((_received, response) => void response.writeHead(status, { location: '/x' }).end())
    expect(await press('+12025550405')).toMatchObject({
      status: 502,
      body: { success: false, errorMsg: `The call could not be started: the exchange answered ${status}` },
    })
  }
  expect(exchange.module.received).toHaveLength(7)
})

it('[D-33] waits five seconds for the exchange, asks it once, and a press that is sent again does not ring again', async () => {
  exchange.module.answer(() => undefined)
  const pressId = crypto.randomUUID()
  const first = press('+12025550406', { pressId })
  await exchange.module.waitFor(1)
  expect(await press('+12025550406', { pressId })).toMatchObject({
    status: 409,
    body: { errorCode: 'press_under_way' },
  })
  expect(await first).toMatchObject({
    status: 502,
    body: { errorMsg: expect.stringContaining('no answer within 5 s') },
  })
  expect(await press('+12025550406', { pressId })).toMatchObject({ status: 502 })
  expect(exchange.module.received).toHaveLength(1)
})

const statusOf = (name: 'ada' | 'bruno', status: string) =>
  system.fern.api.post(`/api/v5/users/${system.fern.userIds[name]}/status`, { status })
const told = () => exchange.module.received.filter(({ path }) => path === '/status')

it('[T-09][T-11][T-12] tells the exchange each status by GET, and ignores what it answers', async () => {
  exchange.module.answer(({ query }, response) => {
    response.writeHead(query.get('status') === 'break' ? 200 : 500).end('no')
  })
  for (const [n, status] of ['busy', 'dinner', 'break', 'free'].entries()) {
    await statusOf('bruno', status)
    await expect.poll(() => told().length).toBe(n + 1)
    expect(Object.fromEntries(told()[n]?.query ?? [])).toEqual({
      clientId: 'client-pbx',
      userId: String(system.fern.userIds.bruno),
      code: '101',
      status,
    })
  }
  await lanesDone(system)
  expect(told()).toHaveLength(4)
  expect((await statusOf('bruno', 'asleep')).status).toBe(400)
  // In the workspace too, and who said so is kept.
  const source = () =>
    inFern((trx) =>
      trx.selectFrom('app_user').select('status_source').where('id', '=', system.fern.userIds.bruno).executeTakeFirst(),
    )
  expect(await source()).toEqual({ status_source: 'pbx' })
  await bruno.postJson('/workspace/me/status', { status: 'busy' })
  await expect.poll(() => told().length).toBe(5)
  expect(await source()).toEqual({ status_source: 'user' })
})

it('[T-10] sends nothing without changeUserStatusUrl or without an extension', async () => {
  await exchange.register({ changeUserStatusUrl: undefined })
  await statusOf('bruno', 'free')
  await exchange.register({ additionalCodes: [] })
  await statusOf('bruno', 'busy')
  await lanesDone(system)
  expect(told()).toEqual([])
})

it('[D-32][D-33] tells again after a network failure only, and then the newest status, in place of the older', async () => {
  let failures = 0
  exchange.module.answer((_received, response) => {
    if (failures++ < 1) response.destroy()
    else json(response, 200, {})
  })
  await statusOf('bruno', 'free')
  await expect.poll(() => told().length).toBe(1)
  // Another status while the first waits to be told again.
  await inFern((trx) =>
    trx.updateTable('app_user').set({ status: 'dinner' }).where('id', '=', system.fern.userIds.bruno).execute(),
  )
  await expect.poll(() => told().length).toBe(2)
  expect(told().map(({ query }) => query.get('status'))).toEqual(['free', 'dinner'])
  await lanesDone(system)
  expect(told()).toHaveLength(2)
})

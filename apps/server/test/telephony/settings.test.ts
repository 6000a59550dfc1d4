import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
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
const extensions = async () =>
  (await inFern((trx) => trx.selectFrom('extension').select(['code', 'user_id']).orderBy('code').execute())).map(
    ({ code, user_id }) => [code, user_id],
  )

it('[T-01] stores all settings of a telephony module', async () => {
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

it('[T-02] lets users change the settings only where the module allows it; the API and deletion are always allowed', async () => {
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

it('[D-35] allows one user per extension and one extension per user in a module', async () => {
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

it('[T-03][D-35] changes the extension of one user, and keeps those of others', async () => {
  const { ada, bruno: brunoId, chiara } = system.fern.userIds
  const change = (userId: number, extension: string, module = 'pbx') =>
    admin.postJson(`/workspace/users/${userId}/extension`, { module, extension })
  const listed = async () =>
    (await admin.get('/workspace/extensions')).body as {
      modules: object[]
      extensions: { userId: number; module: string; extension: string }[]
    }
  expect(await listed()).toMatchObject({
    modules: [{ code: 'pbx', locked: false }],
    extensions: [
      { userId: ada, module: 'pbx', extension: '100' },
      { userId: brunoId, module: 'pbx', extension: '101' },
      { userId: chiara, module: 'pbx', extension: '102' },
    ],
  })
  expect((await change(brunoId, ' 201 ')).status).toBe(200)
  expect((await change(chiara, '')).status).toBe(200)
  expect((await listed()).extensions).toEqual([
    { userId: ada, module: 'pbx', extension: '100' },
    { userId: brunoId, module: 'pbx', extension: '201' },
  ])
  const stored = await extensions()
  expect(stored).toContainEqual(['201', brunoId])
  const taken = await change(chiara, '100')
  expect([taken.status, (taken.body as { errorMsg: string }).errorMsg]).toEqual([
    409,
    'Another user already has the extension 100',
  ])
  expect((await change(999_999, '300')).status).toBe(404)
  expect((await change(chiara, '300', 'nowhere')).status).toBe(404)
  expect(
    (await bruno.postJson(`/workspace/users/${brunoId}/extension`, { module: 'pbx', extension: '1' })).status,
  ).toBe(403)
  await exchange.register({ allowEdit: false })
  expect((await change(chiara, '300')).status).toBe(409)
  expect((await listed()).modules).toMatchObject([{ code: 'pbx', locked: true }])
})

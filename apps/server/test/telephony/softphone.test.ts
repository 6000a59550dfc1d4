import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { listSoftphoneOrigins } from '../../src/telephony/softphone/service.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

const ORIGIN = 'https://crm.fern.test'

let system: System
let exchange: Exchange
let admin: HttpClient
let bruno: HttpClient
let softphoneUrl: string
let link: string
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  admin = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  softphoneUrl = `${exchange.module.url}/softphone-link`
  link = `${exchange.module.url}/softphone#t=secret-of-bruno`
  await system.work()
})
afterAll(async () => {
  await system.close()
  await exchange.close()
})
beforeEach(async () => {
  await exchange.register({ softphoneUrl })
  exchange.module.received.length = 0
  exchange.module.answer((_received, response) => json(response, 200, { url: link }))
})

const open = (wire = bruno, origin = ORIGIN) => wire.postJson('/workspace/telephony/softphone', { origin })
const telephony = async (wire: HttpClient) => (await wire.get('/workspace/telephony')).body as { softphone?: object }

it('[D-120] offers a softphone to users with an extension of an enabled exchange that has one, and only to them', async () => {
  expect((await telephony(bruno)).softphone).toEqual({ module: 'pbx', code: '101' })
  expect((await telephony(await system.kettle.signIn('edith'))).softphone).toBeUndefined()
  await exchange.register({ softphoneUrl: undefined })
  expect((await telephony(bruno)).softphone).toBeUndefined()
  expect(await open()).toMatchObject({ status: 409, body: { errorCode: 'no_softphone' } })
  await exchange.register({ softphoneUrl }, { active: false })
  expect((await telephony(bruno)).softphone).toBeUndefined()
  await exchange.register({ softphoneUrl, additionalCodes: [] }, { active: true })
  expect(await open()).toMatchObject({ status: 409, body: { errorCode: 'no_softphone' } })
  expect(exchange.module.received).toEqual([])
})

it('[D-120] asks the exchange with a signed GET, and gives its link to the user alone', async () => {
  expect((await open()).body).toEqual({ success: true, softphone: { module: 'pbx', code: '101', url: link } })
  const [request] = exchange.module.received
  expect(request).toMatchObject({ method: 'GET', path: '/softphone-link' })
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    clientId: 'client-pbx',
    code: '101',
    userId: String(system.fern.userIds.bruno),
    origin: ORIGIN,
  })
  expect(request?.headers['webhook-signature']).toMatch(/^v1,/)
})

it('[D-120][D-98] the request log has the request without what follows # in the link', async () => {
  await open()
  const { exchanges } = (await admin.get('/workspace/traffic?module=pbx')).body as {
    exchanges: { purpose?: { code: string }; ok: boolean; answer?: string }[]
  }
  const logged = exchanges.find(({ purpose }) => purpose?.code === 'softphone')
  expect(logged).toMatchObject({ ok: true, answer: `{"url":"${exchange.module.url}/softphone#[removed]"}` })
  expect(JSON.stringify(exchanges)).not.toContain('secret-of-bruno')
})

it('[D-120] refuses links that may not be shown: other origins, the workspace itself, none at all', async () => {
  for (const answer of [{ url: 'https://elsewhere.test/softphone' }, { url: '/softphone' }, {}]) {
    exchange.module.answer((_received, response) => json(response, 200, answer))
    expect(await open()).toMatchObject({ status: 502, body: { errorCode: 'softphone_failed' } })
  }
  exchange.module.answer((_received, response) => json(response, 200, { url: link }))
  expect((await open(bruno, exchange.module.url)).status).toBe(502)
  exchange.module.answer((_received, response) => json(response, 422, { errorMsg: 'Phone 101 has no web access' }))
  expect(await open()).toMatchObject({
    status: 502,
    body: {
      errorMsg: 'The softphone could not be opened: the exchange answered 422: Phone 101 has no web access',
    },
  })
  expect((await open(bruno, 'https://crm.fern.test/path')).status).toBe(400)
})

it('[D-120] the page of the module and its settings show the URL, and the action log its change', async () => {
  const { module } = (await admin.get('/workspace/modules/pbx')).body as { module: { telephony: object } }
  expect(module.telephony).toMatchObject({ softphoneUrl })
  const settings = await admin.get('/workspace/modules/pbx/telephony')
  expect(settings).toMatchObject({ status: 200, body: { settings: { softphoneUrl } } })
  const { integrationModule } = (await system.fern.api.get('/api/v5/integration-modules/pbx')).body as never as {
    integrationModule: { integrations: { telephony: object } }
  }
  expect(integrationModule.integrations.telephony).toMatchObject({ softphoneUrl })
})

it('[D-120] frames may show the origins of this account’s softphones, and no others', async () => {
  const originsOf = ({ accountId }: { accountId: number }) => inAccount(system.deps.db, accountId, listSoftphoneOrigins)
  expect(await originsOf(system.fern)).toEqual([exchange.module.url])
  expect(await originsOf(system.kettle)).toEqual([])
  await exchange.register({ softphoneUrl }, { active: false })
  expect(await originsOf(system.fern)).toEqual([])
})

it('[D-120] a call card has the exchange’s id of the call, by which the softphone finds it', async () => {
  await exchange.register({ softphoneUrl }, { active: true })
  await exchange.event({ phone: '+12025550411', type: 'in', codes: ['101'], callExternalId: 'dock-1' })
  const { cards } = (await bruno.get('/workspace/call-cards')).body as { cards: { externalId?: string }[] }
  expect(cards.map(({ externalId }) => externalId)).toEqual(['dock-1'])
})

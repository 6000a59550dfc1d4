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
const requestCall = (phone: string, more: object = {}, wire = bruno) =>
  wire.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone, ...more })

it('[T-05] offers to call when makeCallUrl is set and the user has an extension, and only then', async () => {
  const canCall = async (wire: HttpClient) =>
    ((await wire.get('/workspace/telephony')).body as { canCall: boolean }).canCall
  expect(await canCall(bruno)).toBe(true)
  await exchange.register({ makeCallUrl: undefined })
  expect(await canCall(bruno)).toBe(false)
  await exchange.register({ additionalCodes: [{ userId: system.fern.userIds.ada, code: '100' }] })
  expect(await canCall(bruno)).toBe(false)
  expect(await canCall(admin)).toBe(true)
  expect(await requestCall('+12025550403')).toMatchObject({ status: 409, body: { errorCode: 'no_call_icon' } })
  await exchange.register({}, { active: false })
  expect(await canCall(admin)).toBe(false)
  await exchange.register({}, { active: true })
  expect(await canCall(await system.kettle.signIn('edith'))).toBe(false)
  expect(exchange.module.received).toEqual([])
})

it('[T-06][T-07] calls the exchange with GET: clientId, code, phone, userId, and the shop’s number if there is one', async () => {
  expect((await requestCall('+12025550404')).status).toBe(200)
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
  await requestCall('+12025550404', { customerId: garden })
  await requestCall('+12025550404', { customerId: online })
  const numbers = exchange.module.received.slice(1).map(({ query }) => query.get('externalPhone'))
  expect(numbers).toEqual(['+46 8 123 456 78', null])
})

it('[T-08] treats 200 as success whatever the body, and reports any other status to the user', async () => {
  exchange.module.answer((_received, response) => void response.writeHead(200).end('<html>'))
  expect((await requestCall('+12025550405')).body).toEqual({ success: true })
  for (const status of [201, 204, 302, 400, 404, 500]) {
    exchange.module.answer((_received, response) => void response.writeHead(status, { location: '/x' }).end())
    expect(await requestCall('+12025550405')).toMatchObject({
      status: 502,
      body: { success: false, errorMsg: `The call could not be started: the exchange answered ${status}` },
    })
  }
  expect(exchange.module.received).toHaveLength(7)
})

it('[D-33] waits five seconds for the exchange, calls it once, and a repeated request does not ring again', async () => {
  exchange.module.answer(() => undefined)
  const pressId = crypto.randomUUID()
  const first = requestCall('+12025550406', { pressId })
  await exchange.module.waitFor(1)
  expect(await requestCall('+12025550406', { pressId })).toMatchObject({
    status: 409,
    body: { errorCode: 'press_under_way' },
  })
  expect(await first).toMatchObject({
    status: 502,
    body: { errorMsg: expect.stringContaining('no answer within 5 s') },
  })
  expect(await requestCall('+12025550406', { pressId })).toMatchObject({ status: 502 })
  expect(exchange.module.received).toHaveLength(1)
})

import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let bruno: LiveStream
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  bruno = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
})
afterAll(async () => {
  bruno.close()
  await exchange.close()
  await system.close()
})

const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)
const ask = async (phone: string, more: Record<string, string> = {}) =>
  (await system.fern.api.get('/api/v5/telephony/manager', { phone, ...more })).body as {
    manager?: { id: string; code: string }
    customer?: object
    links?: object
    explain?: { reason: string; candidates: object[] }
  }
const setStatus = (name: 'bruno' | 'chiara', status: string) =>
  inFern((trx) => trx.updateTable('app_user').set({ status }).where('id', '=', system.fern.userIds[name]).execute())
const order = (customerId: number, managerId: number | null, open = true) =>
  inFern(async (trx) => {
    const shop = await trx.selectFrom('shop').select('id').executeTakeFirstOrThrow()
    const status = open ? 'new' : 'done'
    await trx
      .insertInto('order_status')
      .values({ code: status, name: status, open })
      .onConflict((c) => c.doNothing())
      .execute()
    const values = {
      number: crypto.randomUUID(),
      shop_id: shop.id,
      customer_id: customerId,
      manager_id: managerId,
      status,
      open,
      currency: 'EUR',
    }
    await trx.insertInto('customer_order').values(values).execute()
  })

it('[T-20][D-28] returns the responsible manager of the customer with this number, by GET and by POST', async () => {
  const phone = '+12025550301'
  const customer = await exchange.customer(phone, {
    managerId: system.fern.userIds.bruno,
    emails: ['ines@holm.test'],
    externalId: 'ext-1',
  })
  expect(await ask(phone)).toEqual({
    success: true,
    manager: {
      id: String(system.fern.userIds.bruno),
      firstName: 'Bruno',
      lastName: 'Costa',
      patronymic: '',
      email: 'bruno@fern.test',
      code: '101',
    },
  })
  // An unencoded plus arrives as a space; Python writes True.
  expect((await system.fern.api.get('/api/v5/telephony/manager?phone=+12025550301&details=True')).body).toEqual({
    success: true,
    manager: expect.objectContaining({ code: '101' }),
    customer: {
      id: String(customer),
      externalId: 'ext-1',
      firstName: 'Ines',
      lastName: 'Holm',
      patronymic: '',
      email: 'ines@holm.test',
      phones: [{ number: phone }],
    },
    links: {
      newOrderLink: 'http://fern.test/orders/add?phone=12025550301',
      customerLink: `http://fern.test/customers/${customer}`,
    },
  })
  const posted = await system.fern.api.post('/api/v5/telephony/manager', { phone })
  expect(posted.body).toMatchObject({ success: true, manager: { code: '101' } })
  for (const old of ['v3', 'v4']) {
    expect((await system.fern.api.get(`/api/${old}/telephony/manager`, { phone })).body).toMatchObject({
      manager: { code: '101' },
    })
  }
  const unknown = await ask('+12025550399', { details: '1', explain: '1' })
  expect(unknown).toEqual({
    success: true,
    links: {
      newOrderLink: expect.any(String),
      newCustomerLink: expect.stringContaining('/customers/add?phone=%2B1202'),
    },
    explain: { reason: 'phone unknown', candidates: [] },
  })
  expect((await system.kettle.api.get('/api/v5/telephony/manager', { phone })).text).not.toContain('Bruno')
})

it('[T-21][D-28][D-31] returns no manager when they are offline, not free, or have no extension, each alone', async () => {
  const { bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  const mine = '+12025550302'
  await exchange.customer(mine, { managerId: brunoId })
  const hers = '+12025550303'
  await exchange.customer(hers, { managerId: chiaraId })
  expect(await ask(mine)).toMatchObject({ manager: { id: String(brunoId) } })
  // not authorized: Chiara has no live connection
  expect(await ask(hers, { explain: '1' })).toEqual({
    success: true,
    explain: {
      reason: 'not here',
      candidates: [
        {
          id: String(chiaraId),
          customerId: expect.any(String),
          because: 'customer',
          here: false,
          free: true,
          code: '102',
        },
      ],
    },
  })
  // not free
  for (const status of ['busy', 'dinner', 'break']) {
    await setStatus('bruno', status)
    expect(await ask(mine, { explain: '1' })).toMatchObject({ explain: { reason: 'not free' } })
    expect((await ask(mine)).manager).toBeUndefined()
    expect(await ask(mine, { ignoreStatus: '1' })).toMatchObject({ manager: { id: String(brunoId) } })
  }
  await setStatus('bruno', 'free')
  // no extension in this integration
  await exchange.register({ additionalCodes: [{ userId: chiaraId, code: '102' }] })
  expect((await ask(mine)).manager).toBeUndefined()
  expect(await ask(mine, { explain: '1' })).toMatchObject({ explain: { reason: 'no extension' } })
  await exchange.register()
  expect(await ask(mine)).toMatchObject({ manager: { id: String(brunoId), code: '101' } })
  await exchange.customer('+12025550304')
  expect(await ask('+12025550304', { explain: '1' })).toMatchObject({ explain: { reason: 'nobody responsible' } })
})

it('[D-30] prefers the manager of the newest open order to the customer’s', async () => {
  const { ada, bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  const phone = '+12025550305'
  const customer = await exchange.customer(phone, { managerId: chiaraId })
  const candidate = async () => (await ask(phone, { explain: '1' })).explain?.candidates[0]
  expect(await candidate()).toMatchObject({ id: String(chiaraId), because: 'customer' })
  await order(customer, ada)
  expect(await candidate()).toMatchObject({ id: String(ada), because: 'order' })
  await order(customer, brunoId)
  await order(customer, ada, false)
  expect(await candidate()).toMatchObject({ id: String(brunoId), because: 'order' })
  expect(await ask(phone, { details: '1' })).toMatchObject({
    manager: { code: '101' },
    links: { lastOrderLink: expect.stringMatching(/\/orders\/\d+$/) },
  })
})

it('[D-29] finds a number in any written form, ranks several customers, and shows the next best', async () => {
  const { bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  const first = await exchange.customer('+1 202 555 0306', { managerId: chiaraId })
  const second = await exchange.customer('1-202-555-0306', { managerId: brunoId })
  await order(second, null)
  for (const form of [
    '+12025550306',
    '12025550306',
    '202 555 0306',
    '(202) 555-0306',
    '0012025550306',
    'tel:+1-202-555-0306',
  ]) {
    expect((await ask(form, { explain: '1' })).explain?.candidates).toMatchObject([
      { id: String(brunoId), customerId: String(second) },
      { id: String(chiaraId), customerId: String(first) },
    ])
  }
  for (const odd of ['x', '+', '‏+12025550306', '١٢٠٢٥٥٥٠٣٠٦', '9'.repeat(64)]) {
    expect((await system.fern.api.get('/api/v5/telephony/manager', { phone: odd })).status).toBe(200)
  }
  expect((await system.fern.api.get('/api/v5/telephony/manager', { phone: '9'.repeat(1_000) })).status).toBe(400)
  expect((await system.fern.api.get('/api/v5/telephony/manager')).body).toMatchObject({
    errorMsg: "Parameter 'phone' is missing",
  })
})

it('[T-20][D-28] explains to an administrator why the lookup finds somebody or nobody', async () => {
  const { bruno: brunoId, chiara: chiaraId } = system.fern.userIds
  const ada = await system.fern.signIn('ada')
  const lookUp = async (phone: string) =>
    ((await ada.get(`/workspace/manager-lookup?phone=${encodeURIComponent(phone)}`)).body as { lookup: object }).lookup
  const mine = '+12025550320'
  const customer = await exchange.customer(mine, { managerId: brunoId })
  expect(await lookUp('(202) 555-0320')).toEqual({
    phone: mine,
    customer: { id: customer, firstName: 'Ines', lastName: 'Holm' },
    others: 0,
    manager: {
      id: brunoId,
      firstName: 'Bruno',
      lastName: 'Costa',
      because: 'customer',
      active: true,
      online: true,
      status: 'free',
    },
    modules: [{ code: 'pbx', name: 'pbx', extension: '101', result: 'found' }],
  })
  await setStatus('bruno', 'dinner')
  expect(await lookUp(mine)).toMatchObject({ manager: { status: 'dinner' }, modules: [{ result: 'not-free' }] })
  await setStatus('bruno', 'free')
  await exchange.register({ additionalCodes: [{ userId: chiaraId, code: '102' }] })
  expect(await lookUp(mine)).toMatchObject({ modules: [{ result: 'no-extension' }] })
  await exchange.register()
  await exchange.customer('+12025550321', { managerId: chiaraId })
  expect(await lookUp('+12025550321')).toMatchObject({ manager: { online: false }, modules: [{ result: 'offline' }] })
  await exchange.customer('+12025550322')
  expect(await lookUp('+12025550322')).toMatchObject({ modules: [{ result: 'nobody-responsible' }] })
  expect(await lookUp('+12025550323')).toEqual({
    phone: '+12025550323',
    others: 0,
    modules: [{ code: 'pbx', name: 'pbx', result: 'phone-unknown' }],
  })
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/manager-lookup?phone=1')).status).toBe(403)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/manager-lookup?phone=${encodeURIComponent(mine)}`)).body).toMatchObject({
    lookup: { modules: [] },
  })
})

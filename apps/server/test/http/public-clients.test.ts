// Published third-party clients of this API, unchanged, against the running server over a real socket.
import { createRequire } from 'node:module'
import { RetailCRM } from 'retailcrm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

type Answer = { isSuccessful: () => boolean; errorMsg: () => string; getBody: () => Record<string, unknown> }
type OtherClient = {
  availableVersions: () => Promise<Answer>
  credentials: () => Promise<Answer>
  orders: {
    list: (filter: object, page?: number, limit?: number) => Promise<Answer>
    create: (order: object) => Promise<Answer>
    fetchById: (id: number) => Promise<Answer>
    updateById: (order: object) => Promise<Answer>
    createPayment: (payment: object) => Promise<Answer>
    updatePaymentById: (payment: object) => Promise<Answer>
    removePayment: (payment: object) => Promise<Answer>
  }
  modules: { update: (module: object) => Promise<Answer>; fetch: (code: string) => Promise<Answer> }
}
const otherClient = createRequire(import.meta.url)('node-retailcrm-api') as (options: {
  url: string
  apiKey: string
}) => OtherClient

let system: System
beforeAll(async () => {
  // These clients send the host of their URL: an installation with one account accepts any.
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

const module = {
  code: 'public-1',
  integrationCode: 'public',
  active: true,
  name: 'Registered by a public client',
  logo: 'https://pbx.test/logo.svg',
  clientId: 'c-1',
  baseUrl: 'https://pbx.test',
  accountUrl: 'https://pbx.test/account',
  actions: { activity: '/activity' },
  integrations: { mgTransport: { webhookUrl: 'https://pbx.test/hook' } },
}

it('[M-01][D-02] registers a module and reads it back with the npm client retailcrm', async () => {
  const client = new RetailCRM({ baseUrl: system.origin, apiKey: system.fern.apiKey })
  expect((await client.apiVersions()).unwrap()).toContain('5.0')
  expect((await client.credentials()).unwrap()).toMatchObject({ success: true, siteAccess: 'access_full' })
  const info = (await client.createIntegrationModule('public-1', module as never)).unwrap() as { mgTransport: object }
  expect(info.mgTransport).toEqual({ endpointUrl: 'http://fern.test', token: expect.any(String) })
  expect((await client.getIntegrationModule('public-1')).unwrap()).toMatchObject({
    code: 'public-1',
    name: module.name,
    actions: module.actions,
  })
})

it('[D-04] returns errors that the npm client retailcrm reads', async () => {
  const client = new RetailCRM({ baseUrl: system.origin, apiKey: 'wrong' })
  const refused = await client.getIntegrationModule('public-1')
  expect(() => refused.unwrap()).toThrow('[403] Wrong "apiKey" value.')
})

it('[M-02][D-02] updates the module with the npm client node-retailcrm-api, which posts JSON with nested strings', async () => {
  const client = otherClient({ url: system.origin, apiKey: system.fern.apiKey })
  expect((await client.availableVersions()).isSuccessful()).toBe(true)
  const changed = await client.modules.update({ ...module, name: 'Changed by another' })
  expect(changed.isSuccessful(), changed.errorMsg()).toBe(true)
  expect((await client.modules.fetch('public-1')).getBody()).toMatchObject({
    success: true,
    integrationModule: { name: 'Changed by another' },
  })
})

it('[D-02][D-03] creates an order and reads it, its shop and its lists with the npm client retailcrm', async () => {
  const client = new RetailCRM({ baseUrl: system.origin, apiKey: system.fern.apiKey })
  // Such a client sends more than we store: weight, unknown members.
  const order = {
    number: '10001',
    externalId: '10001',
    privilegeType: 'none',
    width: 80,
    weight: 5,
    firstName: 'Greta',
    lastName: 'Holm',
    email: 'greta@holm.test',
    phone: '79200000000',
    delivery: { code: 'courier', cost: 249, address: { index: null, city: 'Oslo' } },
    items: [{ productName: 'Fern', initialPrice: 10.1, quantity: 3, discountManualAmount: 0 }],
    payments: [{ type: 'bank-card', amount: 30.3 }],
  }
  const created = (await client.createOrder({ site: 'fern-online', order } as never)).unwrap()
  expect(created).toMatchObject({
    number: '10001',
    site: 'fern-online',
    totalSumm: 279.3,
    delivery: { code: 'courier', cost: 249, address: { city: 'Oslo', text: 'Oslo' } },
    customer: { lastName: 'Holm' },
  })
  expect((await client.getOrder('10001', 'fern-online')).unwrap()).toEqual(created)
  const refused = await client.createOrder({ site: 'fern-online', order } as never)
  expect(() => refused.unwrap()).toThrow('Errors in the entity format')
  expect((await client.sites()).unwrap()).toMatchObject([{ code: 'fern-online' }, { code: 'fern-garden' }])
  expect((await client.paymentTypes()).unwrap()).toMatchObject([{ code: 'cash' }, { code: 'bank-card' }, {}])
  expect((await client.paymentStatuses()).unwrap()).toContainEqual(expect.objectContaining({ code: 'paid' }))
  expect((await client.orderStatuses()).unwrap()).toContainEqual(expect.objectContaining({ code: 'new' }))
})

it('[D-02] lists, creates and updates orders and their payments with the npm client node-retailcrm-api', async () => {
  const { orders } = otherClient({ url: system.origin, apiKey: system.fern.apiKey })
  const created = await orders.create({ externalId: 'other-1', firstName: 'Ivo', email: 'ivo@test.test' })
  expect(created.isSuccessful(), created.errorMsg()).toBe(true)
  const { id } = created.getBody() as { id: number }
  const changed = await orders.updateById({ id, status: 'confirmed' })
  expect(changed.isSuccessful(), changed.errorMsg()).toBe(true)
  const listed = await orders.list({ email: 'ivo@test.test', extendedStatus: ['confirmed'] }, 1, 50)
  expect(listed.isSuccessful(), listed.errorMsg()).toBe(true)
  expect(listed.getBody()).toMatchObject({
    pagination: { totalCount: 1, limit: 50 },
    orders: [{ id, status: 'confirmed' }],
  })
  const payment = (await orders.createPayment({ order: { id }, type: 'cash', amount: '12.30' })).getBody() as {
    id: number
  }
  expect((await orders.updatePaymentById({ id: payment.id, status: 'paid' })).isSuccessful()).toBe(true)
  expect((await orders.fetchById(id)).getBody()).toMatchObject({
    order: { prepaySum: 12.3, payments: { [payment.id]: { status: 'paid' } } },
  })
  expect((await orders.removePayment(payment)).isSuccessful()).toBe(true)
})
